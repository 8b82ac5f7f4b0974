from p import P

match P():
    case P(host=h):
        print(h)
    case _:
        print("other")
