/* Rust's edition of 2024, and what is tried out for later ones, for a grammar of 2021:
       unsafe extern "C" { safe fn f(); }    extern "C" { fn f(); }
       gen fn f()                            fn f()
       const trait T {}, auto trait T {}     trait T {} */
#include "lang/prepare.h"

#include "lang/prepare_text.h"

/* Blanks the word wherever one of those stands next on its line. */
static void drop_before(Prepared *rust, Str word, const char *nexts)
{
    for (size_t at = 0; (at = prepared_next_word(rust, at, word)) < rust->len; at += word.len) {
        size_t next = prepared_skip_blanks(rust, at + word.len);
        Str follows = {rust->text + next, prepared_word_end(rust, next) - next};
        if (next > at + word.len && prepared_is_one_of(follows, nexts))
            prepared_blank(rust, at, at + word.len);
    }
}

/* `unsafe extern "C" {`, which is no function. */
static void take_extern(Prepared *rust)
{
    Str word = STR("unsafe");
    for (size_t at = 0; (at = prepared_next_word(rust, at, word)) < rust->len; at += word.len) {
        size_t next = prepared_skip_space(rust, at + word.len);
        if (!prepared_is_word(rust, next, STR("extern")))
            continue;
        next = prepared_skip_space(rust, next + strlen("extern"));
        if (prepared_byte(rust, next) == '"') {
            Str rest = {rust->text + next + 1, rust->len - next - 1};
            next = prepared_skip_space(rust, next + 2 + MIN(str_find_byte(rest, '"'), rest.len));
        }
        if (prepared_byte(rust, next) == '{')
            prepared_blank(rust, at, at + word.len);
    }
}

void prepare_rust(char *text, size_t len)
{
    Prepared rust = {text, len};
    take_extern(&rust);
    drop_before(&rust, STR("safe"), "fn static");
    drop_before(&rust, STR("gen"), "fn");
    drop_before(&rust, STR("const"), "trait");
    drop_before(&rust, STR("auto"), "trait");
}
