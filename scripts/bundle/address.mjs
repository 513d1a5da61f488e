// Where the site will be. The one setting is `homepage` of package.json; without it, a workflow's site is at GitHub's page of its repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../steps.mjs';

/** The address by which GitHub Pages serves a repository `owner/name`. */
function pagesOf(repository) {
  const [owner, name] = repository.split('/');
  const host = `${owner.toLowerCase()}.github.io`;
  return `https://${host}/${name.toLowerCase() === host ? '' : `${name}/`}`;
}

/** The address of the site, with a slash at its end; '' where nobody has said one. */
export function siteAddress(homepage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).homepage, repository = process.env.GITHUB_REPOSITORY) {
  if (homepage) return homepage.replace(/\/*$/, '/');
  return repository ? pagesOf(repository) : '';
}

/** The path of the site on its host: '/' where nobody has said an address. */
export const sitePath = (address = siteAddress()) => (address ? new URL(address).pathname : '/');
