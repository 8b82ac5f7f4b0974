/* Scala 3.6 for a grammar of 3.5: `given [T: Ord] => Ord[List[T]]:` becomes `given
   Ord[List[T]]:`, and `erased class C` becomes `sealed class C`, so that the first token of a
   line keeps its column. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* Bytes of the parameters of a `given`; longer ones are not rewritten. */
#define PARAMETERS_BYTES 1000

/* Blanks type parameters and conditions after them, up to the last arrow of the head. */
static void take_given(Prepared *scala, size_t at)
{
    size_t start = prepared_skip_blanks(scala, at + strlen("given"));
    size_t name = prepared_word_end(scala, start), colon = prepared_skip_blanks(scala, name);
    if (name > start && prepared_byte(scala, colon) == ':')
        start = prepared_skip_blanks(scala, colon + 1);
    size_t end = start, from = start;
    while (byte_in(prepared_byte(scala, start), "([") && prepared_byte(scala, start)) {
        end = prepared_close(scala, start, PARAMETERS_BYTES);
        if (end == scala->len)
            return;
        start = prepared_skip_blanks(scala, end + 1);
        if (prepared_byte(scala, start) != '=' || prepared_byte(scala, start + 1) != '>')
            return;
        end = start + 2;
        start = prepared_skip_blanks(scala, end);
        if (prepared_byte(scala, from) == '[')
            prepared_blank(scala, from, end);
    }
}

void prepare_scala(char *text, size_t len)
{
    Prepared scala = {text, len};
    Str given = STR("given"), erased = STR("erased");
    for (size_t at = 0; (at = prepared_next_word(&scala, at, given)) < len; at += given.len)
        take_given(&scala, at);
    for (size_t at = 0; (at = prepared_next_word(&scala, at, erased)) < len; at += erased.len)
        if (prepared_is_word(&scala, prepared_skip_blanks(&scala, at + erased.len), STR("class")))
            memcpy(text + at, "sealed", erased.len);
}
