// Makes custom-elements.json (Custom Elements Manifest 1.0) from the declarations of the element, for editors and documentation tools.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';
import { declarationsOf } from './declarations.mjs';

const file = 'web/element/element.d.ts';

/** The custom properties and parts that docs/element.md lists. */
function documentedStyles() {
  const text = readFileSync(join(root, 'docs/element.md'), 'utf8');
  const properties = [...text.matchAll(/^\| `(--paramscope-[\w-]+)` \| (.*) \|$/gm)].map(([, name, description]) => ({ name, description }));
  const [, parts] = /^Parts: ([^.]*)\./m.exec(text);
  return { cssProperties: properties, cssParts: [...parts.matchAll(/`([\w-]+)`/g)].map(([, name]) => ({ name })) };
}

/** The manifest as an object. */
export function elementManifest() {
  const declarations = declarationsOf(join(root, file));
  const find = (name) => declarations.find((declaration) => declaration.name === name);
  const element = find('ParamScope');
  const attributes = find('ParamScopeAttributes').members.map(({ name, comment, type }) => ({ name, description: comment, type: { text: type }, fieldName: name }));
  const fields = element.members.filter(({ kind, isStatic }) => kind === 'field' && !isStatic).map(({ name, comment, type, isReadonly }) => ({
    kind: 'field', name, description: comment, type: { text: type }, ...(isReadonly && { readonly: true }),
    ...(attributes.some((attribute) => attribute.name === name) && { attribute: name, reflects: true }),
  }));
  const accessors = element.members.filter(({ kind }) => kind === 'get').map(({ name, comment }) => ({
    kind: 'field', name, description: comment, type: { text: 'string' }, attribute: name, reflects: true,
  }));
  return {
    schemaVersion: '1.0.0',
    modules: [{
      kind: 'javascript-module',
      path: 'element.js',
      declarations: [{
        kind: 'class',
        name: 'ParamScope',
        customElement: true,
        tagName: 'param-scope',
        description: element.comment,
        superclass: { name: 'HTMLElement' },
        attributes: [...attributes, { name: 'lang', description: 'The language, "en" or "zh"; by default that of the nearest ancestor with a lang.', type: { text: 'string' } }],
        members: [...fields, ...accessors, ...element.members.filter(({ name, kind }) => kind === 'method' && name === 'format')
          .map(({ name, comment }) => ({ kind: 'method', name, description: comment }))],
        events: [
          { name: 'report', type: { text: 'CustomEvent<ReportDetail>' }, description: 'After each count; bubbles.' },
          { name: 'error', type: { text: 'CustomEvent<ErrorDetail>' }, description: 'The model or a setting is wrong; the last figures stay.' },
        ],
        slots: [{ name: '', description: 'The model text in <pre>, or a <script type="text/plain"> beside what readers without scripts see.' }],
        ...documentedStyles(),
      }],
      exports: [
        { kind: 'js', name: 'ParamScope', declaration: { name: 'ParamScope', module: 'element.js' } },
        { kind: 'custom-element-definition', name: 'param-scope', declaration: { name: 'ParamScope', module: 'element.js' } },
      ],
    }],
  };
}
