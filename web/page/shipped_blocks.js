// The rules of composite types, which the interface and early numbers share.
import { load } from 'built:blocks';

/** The texts, a promise: they are fetched once. */
export const blocks = load();
