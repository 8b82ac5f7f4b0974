int g(int);
