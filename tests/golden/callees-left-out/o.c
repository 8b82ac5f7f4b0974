struct ops { int (*go)(int); };
static int plain(int x) { return x + 1; }
int use(struct ops *o) { return o->go(2); }
int tab(int (**h)(int)) { return h[0](1) + plain(3); }
