int q(int);
