# json: texts as values, and back.
from _environment import unread


class JSONDecodeError(ValueError):
    pass


class _Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1

    def expect(self, mark):
        self.skip()
        if self.text[self.at:self.at + len(mark)] != mark:
            raise JSONDecodeError("Expecting '" + mark + "'")
        self.at += len(mark)

    def peek(self):
        self.skip()
        return self.text[self.at] if self.at < len(self.text) else ""

    def string(self):
        self.expect('"')
        end = self.text.find('"', self.at)
        if end < 0:
            raise JSONDecodeError("Unterminated string")
        found = self.text[self.at:end]
        self.at = end + 1
        return escaped_text if "\\" in found else found

    def items(self, end, item):
        self.at += 1
        found = []
        while self.peek() != end:
            if found:
                self.expect(",")
            found.append(item())
        self.at += 1
        return found

    def pair(self):
        key = self.string() if self.peek() == '"' else self.expect('"')
        self.expect(":")
        return key, self.value()

    def word(self):
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] not in ",]} \t\r\n":
            self.at += 1
        word = self.text[begin:self.at]
        if word in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[word]
        try:
            return float(word) if "." in word or "e" in word or "E" in word else int(word)
        except ValueError:
            raise JSONDecodeError("Expecting value")

    def value(self):
        mark = self.peek()
        if mark == "{":
            return dict(self.items("}", self.pair))
        if mark == "[":
            return self.items("]", self.value)
        return self.string() if mark == '"' else self.word()


def loads(text, **kwargs):
    if not isinstance(text, str):
        return unread(text)
    return _Reader(text).value()


def load(file, **kwargs):
    return unread(file)


def dumps(value, **kwargs):
    return text_of_json


def dump(value, file, **kwargs):
    pass
