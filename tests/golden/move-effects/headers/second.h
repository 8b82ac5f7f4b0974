#define VALUE 2
int again(void);
