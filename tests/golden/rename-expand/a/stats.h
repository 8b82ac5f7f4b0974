extern int hit_count;
#define HIT() (++hit_count)
int report(void);
