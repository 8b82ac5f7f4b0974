#include <stdio.h>
#include "server.h"
#define MAX_LEN 10
#define CALL_IT(x) do { helper(x); other->fn(MAX_LEN); } while (0)
#define EXPORT
struct ops { int (*read)(struct file *f, char *b); const char *name; struct inode *in[4]; };
typedef struct client { robj *obj, **argv; int argc; } client;
typedef unsigned long ulong_t;
typedef struct client client_t;
static struct ops my_ops = { .read = my_read, .name = "x" };
static cmd table[] = { {"get", getCommand, MAX_LEN}, {"set", &setCommand} };
extern int deprecated(int a, client *c);
EXPORT robj *createObject(int type, void *ptr) {
    robj *o = zmalloc(sizeof(*o)), *p = NULL;
    struct client *c = server.current;
    char buf[MAX_LEN];
    qsort(xs, n, sizeof(int), compare);
    o->type->init(o, type);
    (*c->cb)(c);
    c->db->dict[0].fn(1, 2);
    CALL_IT(o);
    if (type == MODE_A && UNLIKELY(p)) goto out;
    switch (type) { case MODE_B: return my_default; }
    fptr = handler;
    list_for_each(pos, &head) { pos->run(); }
    ((struct foo *)ptr)->go();
out:
    return o;
}
#ifdef X
static void dead(int q) { live(q); }
#else
static void dead2(int q) { live2(q); }
#endif
