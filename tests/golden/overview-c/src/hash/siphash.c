#include "../server.h"

int siphash(const char *text)
{
    return likely(text) ? tiny_hash(text) : 0;
}

#ifdef SIPHASH_TEST
#if 1
int main(void)
{
    return siphash("a");
}
#endif
#endif
