import inner


def run(module):
    return module.go()


print(run(inner))
