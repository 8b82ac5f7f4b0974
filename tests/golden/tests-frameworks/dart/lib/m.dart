int core(int a) => a + 1;
