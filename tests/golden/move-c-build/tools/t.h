int a(int);
int u(int);
