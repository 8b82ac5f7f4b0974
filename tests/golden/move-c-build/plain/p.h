int p(int);
