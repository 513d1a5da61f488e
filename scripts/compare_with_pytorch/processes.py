"""Runs PyTorch's side in processes of their own: one that loads a file, and one of it for each class."""
import json
import os
import resource
import signal
import tempfile

SECONDS_TO_LOAD = 40
SECONDS_OF_CLASS = 60
LARGEST_MEMORY = 8 << 30
LARGEST_FILE = 16 << 20


def answers_of(repository, file, wanted):
    """What PyTorch says of each (name, input), as a list of dicts."""
    if not wanted:
        return []
    from compare_with_pytorch import truth  # imports torch once, before the processes begin
    answers = in_child(lambda: answer_all(truth, repository, file, wanted), (SECONDS_OF_CLASS + 5) * len(wanted) + SECONDS_TO_LOAD)
    return answers if isinstance(answers, list) else [answers] * len(wanted)


def answer_all(truth, repository, file, wanted):
    signal.alarm(SECONDS_TO_LOAD)
    space = truth.load(repository, file)
    signal.alarm(0)
    return [in_child(lambda: truth.answer(space, name, shapes), SECONDS_OF_CLASS) for name, shapes in wanted]


def in_child(function, seconds):
    """What a function returns in a process of its own, within limits of time, memory and what it writes."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os._exit(not write_answer(writer, function, seconds))
    os.close(writer)
    with os.fdopen(reader, 'rb') as answer:
        data = answer.read()
    os.waitpid(child, 0)
    return json.loads(data) if data else {'error': 'the process was ended'}


def write_answer(writer, function, seconds):
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    signal.alarm(seconds)
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY, LARGEST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    os.chdir(tempfile.gettempdir())
    try:
        answer = function()
    except BaseException as error:
        answer = {'error': repr(error)[:200]}
    return os.write(writer, json.dumps(answer).encode())
