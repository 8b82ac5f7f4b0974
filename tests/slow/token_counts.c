/* token_counts: reads texts from standard input, each after a line with its length in bytes, and
   prints what window_tokens says of each, one a line. */
#include "agent/window.h"

int main(void)
{
    size_t len;
    while (scanf("%zu", &len) == 1 && getchar() == '\n') {
        char *bytes = malloc(len + 1);
        if (!bytes || fread(bytes, 1, len, stdin) != len)
            return 1;
        printf("%llu\n", (unsigned long long)window_tokens((Str){bytes, len}));
        free(bytes);
    }
    return 0;
}
