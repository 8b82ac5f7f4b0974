class M { static int core(int a) { a + 1 } }
