// Completion for shells offers what the command line knows: each shell that is installed is asked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';

import { file, paramscope } from './support.mjs';

const shells = ['bash', 'zsh', 'fish'];
const help = paramscope(['--help']).output;
const optionNames = [...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name);
const scripts = Object.fromEntries(shells.map((shell) => [shell, paramscope(['completion', shell]).output]));

/** Why tests in a shell are skipped, said aloud; false where it is installed. */
const missing = (shell) => (spawnSync(shell, ['-c', 'true']).error ? `${shell} is not installed` : false);

function run(shell, args) {
  const { status, stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', env: { ...process.env, HOME: '/nonexistent', TERM: 'dumb' } });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').filter(Boolean);
}

const asked = {
  /** What bash offers for the last of `words`, which are split as it splits them: at = and :, too. */
  bash: (words) => run('bash', ['--norc', '-c', `source ${file(scripts.bash, 'completion.bash')}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paramscope; ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}" || true`,
  'bash', ...words.flatMap((word) => word.split(/([=:])/).filter((part, i, parts) => part !== '' || parts.length === 1 || (i === parts.length - 1 && parts.length === 1)))]),
  fish: (words) => run('fish', ['--no-config', '-c', `source ${file(scripts.fish, 'completion.fish')}; complete -C "$argv"`, ...words])
    .map((line) => line.split('\t')[0]),
};

test('the scripts name every option of --help, every value of a choice, every shipped model, and no other option', () => {
  const presets = paramscope(['--list-presets']).output.split('\n').slice(1).filter(Boolean).map((line) => line.split(' ')[0]);
  assert.ok(optionNames.length > 25 && presets.length > 10);
  const named = {
    bash: [...scripts.bash.matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name),
    zsh: [...scripts.zsh.matchAll(/^ {8}'\*?(--[\w-]+)=?\[/gm)].map(([, name]) => name),
    fish: [...scripts.fish.matchAll(/ -l ([\w-]+) /g)].map(([, name]) => `--${name}`),
  };
  for (const shell of shells) {
    assert.deepEqual(named[shell], optionNames, shell);
    for (const name of presets) assert.ok(scripts[shell].includes(name), `${shell}: ${name}`);
    for (const value of ['decode', 'waterfall', 'adam_mixed', 'safetensors']) assert.ok(scripts[shell].includes(value), `${shell}: ${value}`);
  }
});

for (const shell of shells) {
  test(`${shell} accepts its script`, { skip: missing(shell) }, () => {
    run(shell, ['-n', file(scripts[shell], `script.${shell}`)]);
  });
}

for (const shell of ['bash', 'fish']) {
  const offers = (...words) => asked[shell](['paramscope', ...words]);
  test(`${shell} offers options, values and models`, { skip: missing(shell) }, () => {
    assert.deepEqual(offers('--max').sort(), ['--max-flops', '--max-memory', '--max-params']);
    assert.deepEqual(offers('x', '--mode', 'd'), ['decode']);
    assert.deepEqual(offers('--lang', '').sort(), ['en', 'zh']);
    assert.deepEqual(offers('completion', '').sort(), [...shells].sort());
    assert.deepEqual(offers('dif'), ['diff']);
    assert.ok(offers('--set', '').length === 0 || shell === 'fish', 'nothing for a free text');
  });
}

test('bash offers a value behind = and models behind the colon, and quotes blanks', { skip: missing('bash') }, () => {
  const offers = (...words) => asked.bash(['paramscope', ...words]);
  assert.deepEqual(offers('--mode=tr'), ['training']);
  assert.deepEqual(offers('--mode', '='), ['forward', 'training', 'decode']);
  assert.deepEqual(offers('preset:llama-2-7'), ['llama-2-7b']);
  assert.ok(offers('preset', ':').includes('llama-2-7b'));
  assert.ok(offers('pre').includes('preset:'));
  assert.deepEqual(offers('--device', 'Gaudi\\ 2').length, 0);
  assert.deepEqual(offers('--device', 'Ga'), ['Gaudi\\ 2', 'Gaudi\\ 3']);
});

// Typing into a pseudo terminal of zsh waits for ever on some machines, for a reason that is not known.
const withoutTerminal = missing('zsh') || (process.env.PARAMSCOPE_ZSH_TERMINAL ? false : 'set PARAMSCOPE_ZSH_TERMINAL=1 to type into a terminal of zsh');

test('zsh offers options, values and models', { skip: withoutTerminal }, () => {
  // A terminal of zsh's own: when its editor takes keys, a word is typed and completed, and the line that there is then printed.
  const script = file(`zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=''; autoload -Uz compinit; compinit -D -u; source ${file(scripts.zsh, 'completion.zsh')}; bindkey '^I' complete-word; zle-line-init() { print REA''DY }; zle -N zle-line-init"
zpty -r -m shell ignored '*READY*'
zpty -w -n shell "$1"$'\t\x01print -r -- "<<\x05>>"\n'
zpty -r -m shell answer '*>>*>>*'
print -r -- "$answer"
`, 'complete.zsh');
  const completed = (text) => /.*<<(.*)>>/s.exec(run('zsh', ['-f', script, text]).join('\n'))?.[1].trim();
  assert.equal(completed('paramscope --mode=dec'), 'paramscope --mode=decode');
  assert.equal(completed('paramscope --max-pa'), 'paramscope --max-params');
  assert.equal(completed('paramscope dif'), 'paramscope diff');
  assert.equal(completed('paramscope completion z'), 'paramscope completion zsh');
  assert.equal(completed('paramscope diff preset:llama-2-7'), 'paramscope diff preset:llama-2-7b');
});

test('another shell is wrong usage', () => {
  for (const args of [['completion'], ['completion', 'csh'], ['completion', 'bash', 'zsh']]) {
    const { status, output } = paramscope(args);
    assert.equal(status, 2);
    assert.equal(output, '');
  }
  assert.match(paramscope(['completion', 'bsh']).errors, /did you mean 'bash'/);
});
