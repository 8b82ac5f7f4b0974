int m(int);
