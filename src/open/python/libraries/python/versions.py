# Versions as texts that can be compared: packaging.version, pkg_resources, distutils.version.


class Version:
    def __init__(self, version):
        text = str(version)
        local = text.split("+")
        self.text = text
        self.public = local[0]
        self.local = local[1] if len(local) > 1 else None
        self.release = ()
        self.pre = self.dev = self.post = None
        for part in local[0].lstrip("v").split("."):
            digits = ""
            for letter in part:
                if not letter.isdigit():
                    break
                digits += letter
            if digits:
                self.release += (int(digits),)
            if digits != part:
                if part.startswith("post"):
                    self.post = int(part[4:] or 0)
                elif part.startswith("dev"):
                    self.dev = int(part[3:] or 0)
                else:
                    self.pre = part
                break
        self.base_version = ".".join([str(number) for number in self.release])
        self.is_prerelease = self.pre is not None or self.dev is not None
        self.version = list(self.release)

    major = property(lambda self: self.release[0])
    minor = property(lambda self: self.release[1] if len(self.release) > 1 else 0)
    micro = property(lambda self: self.release[2] if len(self.release) > 2 else 0)

    def _key(self):
        numbers = list(self.release)
        while numbers and numbers[-1] == 0:
            numbers.pop()
        return numbers, 0 if self.is_prerelease else 1 if self.post is None else 2

    def __str__(self):
        return self.text

    def __eq__(self, other):
        return self._key() == Version(other)._key()

    def __lt__(self, other):
        return self._key() < Version(other)._key()

    def __le__(self, other):
        return self._key() <= Version(other)._key()

    def __gt__(self, other):
        return self._key() > Version(other)._key()

    def __ge__(self, other):
        return self._key() >= Version(other)._key()


parse = parse_version = LooseVersion = StrictVersion = TorchVersion = Version
