// Opens the model file of the second argument by netron, whose checkout is the folder of the first: as netron's own tests do.
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2).map((path) => resolve(path));
const part = (path) => import(pathToFileURL(join(folder, path)));
const [mock, node, view, zip] = await Promise.all(['test/mock.js', 'source/node.js', 'source/view.js', 'source/zip.js'].map(part));
await zip.Archive.import();

const { size, mtimeMs } = statSync(file);
const host = await new mock.Host({ zoom: 'none' });
const stream = new node.FileStream(file, 0, size, mtimeMs);
const context = new mock.Context(host, dirname(file), basename(file), stream, new Map());
const model = await new view.ModelFactoryService(host).open(context);
console.log(model.format);
