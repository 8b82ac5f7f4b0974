/* Edition 2024 and unstable features of Rust, for a grammar of edition 2021:
       unsafe extern "C" { safe fn f(); }    extern "C" { fn f(); }
       gen fn f()                            fn f()
       const trait T {}, auto trait T {}     trait T {} */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* Blanks the word where one of `nexts` follows it on the same line. */
static void drop_before(Prepared *rust, Str word, const char *nexts)
{
    for (size_t at = 0; (at = prepared_next_word(rust, at, word)) < rust->len; at += word.len) {
        size_t next = prepared_skip_blanks(rust, at + word.len);
        Str follows = {rust->text + next, prepared_word_end(rust, next) - next};
        if (next > at + word.len && prepared_is_one_of(follows, nexts))
            prepared_blank(rust, at, at + word.len);
    }
}

/* Blanks the word before `at` when it is one of `words`; false when it is not. */
static bool drop_behind(Prepared *rust, size_t at, const char *words)
{
    size_t end = at;
    while (end && byte_is_space(rust->text[end - 1]))
        end--;
    size_t start = end;
    while (start && byte_is_word(rust->text[start - 1]))
        start--;
    if (!prepared_is_one_of((Str){rust->text + start, end - start}, words))
        return false;
    prepared_blank(rust, start, end);
    return true;
}

/* Whether `extern "C"` begins a block and not a function. */
static bool opens_block(const Prepared *rust, size_t at)
{
    size_t next = prepared_skip_space(rust, at + strlen("extern"));
    if (prepared_byte(rust, next) == '"') {
        Str rest = {rust->text + next + 1, rust->len - next - 1};
        next = prepared_skip_space(rust, next + 2 + MIN(str_find_byte(rest, '"'), rest.len));
    }
    return prepared_byte(rust, next) == '{';
}

void prepare_rust(char *text, size_t len)
{
    Prepared rust = {text, len};
    Str external = STR("extern"), trait = STR("trait");
    bool blocks = false;
    for (size_t at = 0; (at = prepared_next_word(&rust, at, external)) < len; at += external.len)
        if (opens_block(&rust, at))
            blocks = drop_behind(&rust, at, "unsafe") || blocks;
    if (blocks)
        drop_before(&rust, STR("safe"), "fn static");
    for (size_t at = 0; (at = prepared_next_word(&rust, at, trait)) < len; at += trait.len)
        (void)drop_behind(&rust, at, "const auto");
    drop_before(&rust, STR("gen"), "fn");
}
