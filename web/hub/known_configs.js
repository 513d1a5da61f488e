// Sizes of well-known models that are shipped: names work without a network.
import configs from 'built:known-configs';

/**
 * Returns the config.json of a model as text, undefined for one that is not known. `address` is of address.js. Old names have no owner:
 * `gpt2` is openai-community/gpt2.
 */
export function knownConfig({ kind, id, revision, path }) {
  if (kind !== 'repository' || revision !== 'main' || path !== '') return undefined;
  const isMeant = (name) => name === id || (!id.includes('/') && name.endsWith(`/${id}`));
  return configs.find(([names]) => names.split(' ').some(isMeant))?.[1];
}
