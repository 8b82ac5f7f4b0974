struct node { int v; };
int val(const struct node *n);
