def core(a) = a + 1
