def register_model(function):
    return function
