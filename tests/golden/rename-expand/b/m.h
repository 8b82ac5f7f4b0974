extern int count;
extern int plain;
#define TICK() (++count)
#define TICKS() do { TICK(); TICK(); } while (0)
#define LOOP(body) for (int i = 0; i < 2; i++) { body; }
struct box { int size; };
#define SIZE(b) ((b)->size)
