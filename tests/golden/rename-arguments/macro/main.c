#include <stdio.h>
struct packet {
    short kind;
    int len;
};
#define SET(o, f, v) ((o)->f = (v))
#define MORE(n) ((n) + 1)
int main(void)
{
    struct packet p;
    int len = 4;
    SET(&p, len, MORE(len));
    printf("%d\n", p.len);
    return 0;
}
