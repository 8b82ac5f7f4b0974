#ifndef STORE_H
#define STORE_H
struct store {
    int (*put)(int value);
    int size;
};
int put(int value); /* put it */
int take(void);
#define PUT_TWICE(x) (put(x) + put(x))
#endif
