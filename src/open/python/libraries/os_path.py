# os.path: texts of paths; no file exists.
from _environment import note

sep = "/"


def exists(path):
    note()
    return False


isfile = isdir = lexists = islink = exists


def join(path, *others):
    for other in others:
        path = other if other.startswith("/") or not path else path + ("" if path.endswith("/") else "/") + other
    return path


def split(path):
    at = path.rfind("/") + 1
    head = path[:at]
    return head.rstrip("/") or head, path[at:]


def basename(path):
    return split(path)[1]


def dirname(path):
    return split(path)[0]


def splitext(path):
    at = path.rfind(".")
    if at <= path.rfind("/") + 1 and not path[:at].rstrip("."):
        return path, ""
    return (path[:at], path[at:]) if at > path.rfind("/") + 1 else (path, "")
