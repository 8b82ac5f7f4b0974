def note(text):
    print(text)
