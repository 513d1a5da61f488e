// The rules of composite types, which the interface and early numbers share.
import { load } from 'built:blocks';

let texts;

/** Resolves to the texts, which are fetched when they are first asked for. */
export const blocks = () => (texts ??= load());
