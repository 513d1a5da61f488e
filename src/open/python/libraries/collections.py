# collections: what is no function of the program.


class UserDict(dict):
    pass
