// Sizes of well-known models that are shipped: names work without a network.
import configs from 'built:known-configs';

/** The names of these models. */
export const knownNames = () => configs.flatMap(([names]) => names.split(' '));

/**
 * Finds the model that a text names, in capital letters or not: { name, json }, undefined for one that is not known. Old names have no owner:
 * `gpt2` is openai-community/gpt2.
 */
export function knownCalled(text) {
  const wanted = text.trim().toLowerCase();
  const isMeant = (name) => name.toLowerCase() === wanted || (!wanted.includes('/') && name.toLowerCase().endsWith(`/${wanted}`));
  const found = configs.map(([names, json]) => ({ name: names.split(' ').find(isMeant), json }));
  return found.find(({ name }) => name);
}

/** Returns the config.json of the model at an address (address.js) as text, undefined for one that is not known. */
export function knownConfig({ kind, id, revision, path }) {
  return kind === 'repository' && revision === 'main' && path === '' ? knownCalled(id)?.json : undefined;
}
