// The comment on the pull request: one for each name, which is written anew when the report changes.
import { log, logText } from './log.mjs';

/** Comments of a page of GitHub's API, and the most pages that are searched for the earlier comment. */
const perPage = 100, mostPages = 30;

/** The user that a job's own token writes as: comments of others are never touched. */
const author = 'github-actions[bot]';

const markerOf = (name) => `<!-- paramscope report: ${name} -->`;

async function ask(token, path, method = 'GET', body = undefined) {
  const response = await fetch(`${process.env.GITHUB_API_URL ?? 'https://api.github.com'}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28', 'User-Agent': 'paramscope' },
    body: body && JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw Object.assign(new Error(`GitHub answers ${response.status} to ${method} ${path}`), { status: response.status });
}

async function findEarlier(token, comments, marker) {
  for (let page = 1; page <= mostPages; ++page) {
    const found = await ask(token, `${comments}?per_page=${perPage}&page=${page}`);
    const own = found.find(({ user, body }) => user?.login === author && body?.startsWith(marker));
    if (own || found.length < perPage) return own;
  }
  return undefined;
}

/** Writes the comment, or renews the earlier one. Without changes there is none, unless there was one before. */
export async function writeComment(event, text, { name, token }, hasChanges) {
  const { repository: { full_name: repository }, pull_request: { number } } = event;
  if (!token) return logText('warning', 'no token: the report is only in the summary of the job');
  const marker = markerOf(name);
  const body = `${marker}\n${text}`;
  try {
    const comments = `/repos/${repository}/issues/${Number(number)}/comments`;
    const earlier = await findEarlier(token, comments, marker);
    if (earlier?.body === body) log('the comment is up to date');
    else if (earlier) await ask(token, `/repos/${repository}/issues/comments/${Number(earlier.id)}`, 'PATCH', { body });
    else if (hasChanges) await ask(token, comments, 'POST', { body });
  } catch (error) {
    // The token of a pull request from a fork may only read.
    if (error.status !== 401 && error.status !== 403) throw error;
    logText('warning', `${error.message}: the report is only in the summary of the job. The job needs "permissions: pull-requests: write"; pull requests from forks never have it`);
  }
}
