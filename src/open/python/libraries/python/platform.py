# platform of a current Python on Linux.


def system():
    return "Linux"


def machine():
    return "x86_64"


processor = machine


def python_version():
    return "3.12.0"


def python_version_tuple():
    return "3", "12", "0"


def python_implementation():
    return "CPython"
