from ov import prompt, Context, getchar

def test_prompt():
    assert prompt("a") == "a"

def test_invoke():
    assert Context().invoke(1) == 1
    c = Context()
    c.size = 4
    assert c.size == 4

def test_char():
    getchar()
