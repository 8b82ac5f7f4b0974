#include "m.h"
int count, plain;
static int nested(int seen) { TICKS(); return seen; }
static int loops(void) { LOOP(plain++) return plain; }
static int hidden(void) { int plain = 1; { TICK(); } return plain; }
static int size_of(struct box *b) { return SIZE(b); }
int all(void) { struct box b = {3}; return nested(1) + loops() + hidden() + size_of(&b); }
