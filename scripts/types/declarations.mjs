// Reads what a hand-written declaration file exports, with its comments: the source of docs/api.md and of the element's manifest.
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

/** The text of the comment that ends right before `start`, without its stars; '' if there is none. */
function commentBefore(text, start) {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, start)) ?? [];
  return comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd()).join('\n').trim();
}

const kinds = { TSInterfaceDeclaration: 'interface', TSTypeAliasDeclaration: 'type', ClassDeclaration: 'class', VariableDeclaration: 'const' };

const nameOf = (declaration) => declaration.id?.name ?? declaration.declarations?.[0].id.name;

/** The members of a class or an interface: name, comment, code; `isReadonly`, `isStatic` and the type as text. */
function membersOf(text, body) {
  return body.filter(({ accessibility }) => accessibility !== 'private').map((member) => {
    const annotation = member.typeAnnotation?.typeAnnotation;
    return {
      name: member.key?.name,
      kind: /^(Method|TSMethod|TSAbstractMethod)/.test(member.type) && member.kind === 'method' ? 'method' : member.kind === 'set' || member.kind === 'get' ? member.kind : 'field',
      comment: commentBefore(text, member.start),
      code: text.slice(member.start, member.end),
      type: annotation ? text.slice(annotation.start, annotation.end) : '',
      isReadonly: Boolean(member.readonly),
      isStatic: Boolean(member.static),
    };
  });
}

/** Lists the exports of a file in its order: { name, kind, comment, code, members }. Overloads are one entry each. */
export function declarationsOf(file) {
  const text = readFileSync(file, 'utf8');
  return parseAst(text, { lang: 'dts' }).body.filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration).map(({ start, declaration }) => ({
    name: nameOf(declaration),
    kind: kinds[declaration.type] ?? 'function',
    comment: commentBefore(text, start),
    code: text.slice(declaration.start, declaration.end),
    members: membersOf(text, declaration.body?.body ?? []),
  }));
}
