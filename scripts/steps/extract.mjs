// Extracts the steps of the workflows and of the Action.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Replaces what a step may take from its job's matrix; other expressions stay, and are a reason not to run it. */
const filled = (text, matrix) => String(text).replace(/\$\{\{ *matrix\.([\w-]+) *\}\}/g, (whole, name) => matrix[name] ?? whole);

const filledAll = (values = {}, matrix = {}) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, token(filled(value, matrix))]));

/** GitHub's token, which doubles want to be there. */
const token = (text) => text.replace(/\$\{\{ *github\.token *\}\}/, 'token');

/** All choices of a matrix: [{}] without one. */
function choicesOf(matrix = {}) {
  return Object.entries(matrix).reduce((all, [name, values]) => all.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))), [{}]);
}

/** The steps of a job, for each choice of its matrix. */
function stepsOfJob(workflow, id, job, given, version) {
  return choicesOf(job.strategy?.matrix).flatMap((matrix) => {
    const choice = Object.values(matrix).join(', ');
    const label = `${workflow}/${id}${choice && ` (${choice})`}`;
    return job.steps.map((step, index) => ({
      job: label,
      image: filled(job.container ?? job['runs-on'] ?? '', matrix),
      number: index + 1,
      name: `${label}/${index + 1}`,
      uses: step.uses,
      with: filledAll(step.with, matrix),
      run: step.run === undefined ? undefined : filled(step.run, matrix),
      condition: step.if && filled(step.if, matrix).replace(/\bmatrix\.([\w-]+)/g, (_, name) => `'${matrix[name]}'`),
      shell: step.shell ?? (job.container ? 'sh' : 'bash'),
      environment: { ...filledAll(given), ...filledAll(job.env, matrix), ...filledAll(step.env, matrix) },
      version,
    }));
  });
}

/**
 * Lists the steps of .github/workflows and of action.yml: { job, image, number, name, uses, with, run, condition, shell, environment };
 * `uses` or `run` is undefined; `image` is the container of the job, or its runner.
 */
export function stepsOfRepository(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, '.github/workflows');
  const ofWorkflows = readdirSync(folder).sort().flatMap((file) => {
    const workflow = parse(readFileSync(join(folder, file), 'utf8'));
    return Object.entries(workflow.jobs).flatMap(([id, job]) => stepsOfJob(file.replace(/\.ya?ml$/, ''), id, job, workflow.env, version));
  });
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  return [...ofWorkflows, ...stepsOfJob('action', 'composite', { steps: action.runs.steps }, {}, version)];
}
