"""Sets every model of public repositories that Paramscope builds without arguments beside PyTorch.

RUNS THE CODE OF THE FILES: use folders that you have looked into, on a machine that holds nothing of value.

    /usr/bin/python3 scripts/compare_with_pytorch.py [--most N] [--out FILE] PROGRAM FOLDER...

Each FOLDER is a repository; PROGRAM is Paramscope's command line. For each Python file and notebook, what --list-classes lists as
buildable without arguments (at most N of a repository, 8 unless told) is built by both: parameters, and the multiply-accumulates of the
forward pass at the input that Paramscope took. What Paramscope refuses or leaves open is tried in PyTorch, too. Files that build nothing
are set aside; for the others, FILE (compare_with_pytorch.jsonl unless told) has also what Paramscope chooses without --build, for a person
to judge. Each line of FILE is a case; prints a table of kinds and the cases that are exact and wrong. Exit status 1: there is one.

PyTorch is Debian's 1.13 or newer. Libraries that are missing are stood in for (compare_with_pytorch/stand_ins.py): where a stand-in was
used and the counts differ, there is no truth.
"""
import argparse
import collections
import json
import os
import sys

from compare_with_pytorch import judgement, program, sources
from compare_with_pytorch.processes import answers_of


def cases_of_file(paramscope, repository, file, most):
    """What both say of a file: one case for what is chosen, and one for each class."""
    listing = program.list_classes(paramscope, file)
    names = sources.module_classes(file) if listing is None else program.without_arguments(listing, sources.defined_names(file))
    names = names[:most]
    if listing:
        yield {'file': file, 'classes': listing, 'choice': program.choice(paramscope, file)}
    found = [program.build(paramscope, file, name) for name in names]
    wanted = [(name, program.input_to_run(report)) for name, report in zip(names, found)]
    for name, report, truth in zip(names, found, answers_of(repository, file, wanted)):
        yield {'file': file, 'name': name, 'found': report, 'truth': truth, **judgement.judge(report, truth)}


def compare(paramscope, repositories, most, out):
    """Writes the cases, and returns how often each kind occurs."""
    counts = collections.Counter()
    for repository in map(os.path.abspath, repositories):
        left = most
        for file in sources.files_of(repository):
            for case in cases_of_file(paramscope, repository, file, left) if left else ():
                print(json.dumps(case), file=out, flush=True)
                left -= 'name' in case
                counts.update(judgement.kinds(case))
                if judgement.is_wrong(case):
                    print('WRONG', case['file'], case['name'], judgement.numbers(case), flush=True)
    return counts


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--most', type=int, default=8)
    options.add_argument('--out', default='compare_with_pytorch.jsonl')
    options.add_argument('program')
    options.add_argument('folders', nargs='+')
    chosen = options.parse_args()
    with open(chosen.out, 'w') as out:
        counts = compare(chosen.program, chosen.folders, chosen.most, out)
    print(judgement.table(counts))
    return any('WRONG' in kind for _, kind in counts)


if __name__ == '__main__':
    sys.exit(main())
