def core(a):
    return a + 1
