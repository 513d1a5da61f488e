import { root } from '../steps.mjs';

/** The options of esbuild for every edition. */
export const esbuildOptions = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
  metafile: true,
  minify: true,
  target: 'es2022',
};

/** The address of the repository that a workflow builds; '' elsewhere. */
export function repositoryAddress() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return server && name ? `${server}/${name}` : '';
}
