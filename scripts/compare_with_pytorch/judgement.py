"""Says of what Paramscope and PyTorch found which kind of agreement it is."""


def judge(found, truth):
    """The kind of the parameters, and of the work where there is one."""
    kinds = {'parameters': kind_of_parameters(found, truth)}
    if 'refused' not in found and 'parameters' in truth:
        kinds['work'] = kind_of_work(found, truth)
    return {'kind': kinds}


def kind_of_parameters(found, truth):
    builds = 'parameters' in truth
    if 'refused' in found:
        return 'refused though PyTorch builds' if builds and not truth['stood_in'] else 'refused, PyTorch lacks a library' if builds else 'refused by both'
    if not builds:
        return 'no truth'
    is_equal, is_exact = found['parameters'] == truth['parameters'], found['parameters_basis'] == 'exact'
    if not is_equal and truth['stood_in']:
        return 'no truth'
    if is_exact:
        return 'exact and equal' if is_equal else 'exact and WRONG'
    basis = 'at least' if found['parameters_basis'] == 'partial' else 'about'
    return f'{basis}, equal' if is_equal else f'{basis}, another number'


def kind_of_work(found, truth):
    is_exact = found['flops_basis'] == 'exact'
    if 'macs' not in truth:
        return 'exact, PyTorch raises' if is_exact and truth.get('is_at_input') and 'forward' in truth else 'no truth'
    if not is_exact:
        return 'no truth' if truth['stood_in'] else 'unknown though PyTorch runs' if truth['macs'] else 'unknown, PyTorch multiplies nothing'
    if truth['input'] != found['inputs']:
        return 'no truth'  # too much work to run, or none
    if found['macs'] == truth['macs']:
        return 'equal'
    return 'no truth' if truth['stood_in'] else 'WRONG'


def kinds(case):
    """(concern, kind) of a case."""
    if 'choice' in case:
        choice = case['choice']
        return [('chosen', 'refused' if 'refused' in choice else choice['parameters_basis'])]
    return list(case['kind'].items())


def is_wrong(case):
    return any('WRONG' in kind for _, kind in kinds(case))


def numbers(case):
    found, truth = case['found'], case['truth']
    return ', '.join(f'{key} {found.get(key)} (PyTorch {truth.get(key)})' for key in ('parameters', 'macs'))


def table(counts):
    rows = []
    for concern in ('parameters', 'work', 'chosen'):
        of_concern = {kind: count for (other, kind), count in counts.items() if other == concern}
        total = sum(of_concern.values())
        rows += ['', f'{concern}: {total}']
        rows += [f'  {count:6} {100 * count / total:5.1f} %  {kind}' for kind, count in sorted(of_concern.items(), key=lambda row: -row[1])]
    return '\n'.join(rows)
