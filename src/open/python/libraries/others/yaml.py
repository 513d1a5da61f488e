# yaml: texts of the common kind as values: blocks of keys and lists by their indentation, and JSON's values.
from _environment import unread


class YAMLError(Exception):
    pass


def _scalar(text):
    text = text.strip()
    if not text or text in ("~", "null", "Null", "NULL"):
        return None
    if text[0] in "&*!|>%@`":
        return yaml_of_this_kind
    if text[0] in "{[":
        return _flow(text)
    if text[0] in "'\"":
        return text[1:-1]
    if text in ("true", "True", "yes", "on"):
        return True
    if text in ("false", "False", "no", "off"):
        return False
    for kind in (int, float):
        try:
            number = kind(text)
            return text if kind is float and "." not in text else number
        except ValueError:
            pass
    return text


def _flow(text):
    """A list or an object in one line."""
    if text[0] == "[":
        return [_scalar(each) for each in _items(text[1:-1])]
    pairs = [each.partition(":") for each in _items(text[1:-1])]
    return {_scalar(key): _scalar(value) for key, _, value in pairs}


def _items(text):
    """The parts of a text between commas, without those inside brackets and quotes."""
    items, begin, depth, quote = [], 0, 0, ""
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character == "," and depth == 0:
            items.append(text[begin:place])
            begin = place + 1
    items.append(text[begin:])
    return [each for each in items if each.strip()]


def _line(text):
    begin = text.find(" #")
    kept = "" if text.lstrip().startswith("#") else text if begin < 0 else text[:begin]
    return len(kept) - len(kept.lstrip()), kept.strip()


def _key(text):
    at = text.find(": ")
    if at < 0 and text.endswith(":"):
        at = len(text) - 1
    return None if at < 0 or text[0] in "\"'{[" else (text[:at].strip(), text[at + 1:].strip())


class _Blocks:
    def __init__(self, text):
        lines = [_line(each) for each in text.split("\n")]
        self.lines = [each for each in lines if each[1] and each[1] != "---"]

    def block(self, indent):
        if not self.lines or self.lines[0][0] < indent:
            return None
        own, text = self.lines[0]
        if text.startswith("- ") or text == "-":
            return self.sequence(own)
        if _key(text) is not None:
            return self.mapping(own)
        self.lines.pop(0)
        return _scalar(text)

    def sequence(self, indent):
        found = []
        while self.lines and self.lines[0][0] == indent and self.lines[0][1].startswith("-"):
            rest = self.lines.pop(0)[1][1:].strip()
            if rest:
                self.lines.insert(0, (indent + 2, rest))
            found.append(self.block(indent + 1))
        return found

    def mapping(self, indent):
        found = {}
        while self.lines and self.lines[0][0] == indent and not self.lines[0][1].startswith("- "):
            key, rest = _key(self.lines.pop(0)[1])
            is_list = self.lines and self.lines[0][0] == indent and self.lines[0][1].startswith("- ")
            found[_scalar(key)] = _scalar(rest) if rest else self.block(indent if is_list else indent + 1)
        return found


def safe_load(text, *args, **kwargs):
    return _Blocks(text).block(0) if isinstance(text, str) else unread(text)


load = full_load = unsafe_load = safe_load
Loader = SafeLoader = FullLoader = None


def dump(value, *args, **kwargs):
    return text_of_yaml


safe_dump = dump
