int core(int a);
