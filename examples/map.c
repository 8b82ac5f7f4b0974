/* Prints the map of each file named, then its functions with their lines.
   Build: cc map.c $(pkg-config --cflags --libs fovea) -o map */
#include <fovea.h>

#include <stdio.h>
#include <string.h>

static int print_map(fovea *library, const char *path)
{
    fovea_answer *answer = fovea_map(library, path);
    fovea_code code = fovea_answer_code(answer);
    if (code == FOVEA_OK)
        fwrite(fovea_answer_text(answer), 1, fovea_answer_length(answer), stdout);
    else
        fprintf(stderr, "%s\n%s\n", fovea_answer_error(answer), fovea_answer_hint(answer));
    fovea_answer_free(answer);
    return (int)code;
}

static void print_functions(fovea *library, const char *path)
{
    fovea_outline *outline = fovea_outline_open(library, path);
    for (size_t i = 0; i < fovea_outline_count(outline); i++) {
        fovea_symbol symbol;
        fovea_outline_symbol(outline, i, &symbol, sizeof symbol);
        if (strcmp(symbol.kind, "function") == 0 || strcmp(symbol.kind, "method") == 0)
            printf("%6u  %s\n", symbol.start_line, symbol.qualified);
    }
    fovea_outline_free(outline);
}

int main(int argc, char **argv)
{
    fovea *library = fovea_open(NULL);
    int code = 0;
    for (int i = 1; i < argc; i++) {
        int one = print_map(library, argv[i]);
        code = one ? one : code;
        if (!one)
            print_functions(library, argv[i]);
    }
    fovea_close(library);
    return code;
}
