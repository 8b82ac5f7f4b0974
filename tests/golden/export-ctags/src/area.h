extern int total;
int area(int w, int h);
