struct holder { int apart_of_it; };
int reads_apart(void);
