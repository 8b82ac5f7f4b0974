extern const char *names[];
int show(void);
int other(void);
