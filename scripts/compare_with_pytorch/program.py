"""Paramscope's side."""
import json
import subprocess

SECONDS = 30
MOST_MACS = 1e11  # of a forward pass that PyTorch shall run


def run(command):
    """What a command printed, or None and why not."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f'takes more than {SECONDS} s'
    said = done.stderr.decode(errors='replace')
    if done.returncode:
        return None, said or f'exit status {done.returncode}'
    return done.stdout.decode(errors='replace'), said


def list_classes(program, file):
    """What can be built of a file, or None."""
    printed, _ = run([program, '--list-classes', file])
    return None if printed is None else printed.splitlines()


def without_arguments(listing, names):
    """What of a listing needs no arguments and has one of these names."""
    return [line for line in listing if line.endswith('()') and line[:-2] in names]


def report(command):
    """The numbers of a report and the sentences beside it; 'refused' where there is none."""
    printed, said = run(command)
    if printed is None:
        return {'refused': first_error(said)}
    whole = json.loads(printed)
    totals = whole['totals']
    warnings = [(d['code'], d['message'][:200]) for d in whole['diagnostics'] if d['severity'] != 'note']
    keep = ('parameters', 'parameters_basis', 'macs', 'flops_basis')
    return {**{key: totals.get(key) for key in keep}, 'inputs': whole.get('inputs'), 'warnings': warnings, 'whole': whole}


def first_error(said):
    errors = [line.split('error: ', 1)[1] for line in said.splitlines() if 'error: ' in line]
    return (errors or [said])[0][:300]


def build(program, file, name):
    found = report([program, '--format', 'json', '--build', name, file])
    found.pop('whole', None)
    return found


def choice(program, file):
    """What is built without --build: its class, numbers and the sentences about the choice."""
    found = report([program, '--format', 'json', file])
    whole = found.pop('whole', None)
    if whole is not None:
        root = whole['nodes'][0]
        found['built'] = root.get('type', root.get('name'))
        found['about'] = [d['message'][:200] for d in whole['diagnostics'] if d['code'].startswith('python.')][:8]
    return found


def input_to_run(found):
    """The input at which PyTorch shall count: where Paramscope's work is known and not too much."""
    if found.get('flops_basis') == 'exact' and found.get('macs') and found['macs'] < MOST_MACS:
        return found.get('inputs')
    return None
