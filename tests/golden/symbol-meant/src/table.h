struct table {
    int (*put)(struct table *table, int key, int value);
    int size;
};
int put(struct table *table, int key, int value);
