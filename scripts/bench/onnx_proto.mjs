// Decodes the ONNX file of its argument by the npm package onnx-proto, and counts nothing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { root } from '../steps.mjs';

const { onnx } = createRequire(`${root}build/peers/`)('onnx-proto');
const { graph } = onnx.ModelProto.decode(readFileSync(process.argv[2]));
console.log(graph.node.length);
