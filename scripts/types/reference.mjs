// Writes docs/api.md from the declarations of the library and of the element.
import { join } from 'node:path';

import { root } from '../steps.mjs';
import { declarationsOf } from './declarations.mjs';

const sources = [
  { title: 'The library', file: 'web/api/paramscope.d.ts', entry: "`import { … } from 'paramscope'`, or from `'paramscope/engine'`, which never defines the element" },
  { title: 'The element', file: 'web/element/element.d.ts', entry: "`import { ParamScope } from 'paramscope/element'`" },
];

/** Functions first, then classes and constants, then what they take and give. */
const order = ['function', 'class', 'const', 'interface', 'type'];

const headings = { function: 'Functions', class: 'Classes', const: 'Constants', interface: 'Types', type: 'Types' };

function section({ name, kind, comment, code }) {
  const text = comment.replaceAll('\n', ' ').replaceAll('<', '&lt;');
  return `#### ${name}\n${text ? `${text}\n` : ''}\n\`\`\`ts\n${kind === 'type' || kind === 'interface' || kind === 'class' ? code : code.replace(/^declare /, '')}\n\`\`\`\n`;
}

/** Puts overloads of a function below one heading. */
function joined(declarations) {
  const all = new Map();
  for (const declaration of declarations) {
    const first = all.get(declaration.name);
    if (!first) all.set(declaration.name, { ...declaration });
    else Object.assign(first, { comment: `${first.comment} ${declaration.comment}`, code: `${first.code}\n${declaration.code}` });
  }
  return [...all.values()];
}

function chapter({ title, file, entry }) {
  const declarations = joined(declarationsOf(join(root, file)));
  declarations.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  let heading = '';
  const parts = declarations.map((declaration) => {
    const wanted = headings[declaration.kind];
    const begin = wanted === heading ? '' : `### ${wanted}\n\n`;
    heading = wanted;
    return `${begin}${section(declaration)}`;
  });
  return `## ${title}\n${entry}\n\n${parts.join('\n')}`;
}

/** The text of docs/api.md. */
export function apiReference() {
  return `# The library, type by type

<!-- This document is written by: node scripts/api.mjs -->
Everything that the npm package exports, from its type declarations. How to install and bundle it is in [package.md](package.md), what the
fields of a report mean in [report.md](report.md). Options that are not listed are refused, with the one that may have been meant.

${sources.map(chapter).join('\n')}`;
}
