# os.path: texts of paths; no file exists but those of the package whose code asks.
from _environment import note, package_names, package_text

sep = "/"


def isdir(path):
    if package_names(fspath(path)):
        return True
    note()
    return False


def isfile(path):
    name = fspath(path)
    if "." in basename(name) and package_text(name) is not None:
        return True
    note()
    return False


def exists(path):
    return isfile(path) or isdir(path)


lexists = exists


def islink(path):
    return False


def fspath(path):
    return path if isinstance(path, str) else path.__fspath__()


def abspath(path):
    return fspath(path)


realpath = normpath = expanduser = abspath


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
