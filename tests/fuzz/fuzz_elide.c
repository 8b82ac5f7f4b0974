/* An outline made with gaps (lang/elide/elide.h) is the same as one made without, or the
   whole parse has errors that the other does not see. The first line names the language. */
#include "outline_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Str text = {(const char *)data, size}, name;
    const Language *language = str_take_line(&text, &name) ? lang_find(name) : NULL;
    if (!language)
        return 0;
    const char *wrong = condensing_wrong(language, text, 5000);
    if (wrong) {
        fprintf(stderr, "%.*s: %s\n", STR_ARG(lang_id(language)), wrong);
        abort();
    }
    return 0;
}
