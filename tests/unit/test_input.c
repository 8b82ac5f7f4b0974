#include "test.h"
#include "test_random.h"

#include "terminal/input.h"

static const char *const names[] = {
    [KEY_NONE] = "none",       [KEY_CHAR] = "char",
    [KEY_PASTE] = "paste",     [KEY_ENTER] = "enter",
    [KEY_TAB] = "tab",         [KEY_BACKSPACE] = "backspace",
    [KEY_ESCAPE] = "escape",   [KEY_UP] = "up",
    [KEY_DOWN] = "down",       [KEY_LEFT] = "left",
    [KEY_RIGHT] = "right",     [KEY_HOME] = "home",
    [KEY_END] = "end",         [KEY_DELETE] = "delete",
    [KEY_PAGE_UP] = "page_up", [KEY_PAGE_DOWN] = "page_down",
    [KEY_INSERT] = "insert",
};

static void put_key(Buf *out, const Key *key)
{
    char bytes[4];
    if (out->len)
        buf_put_byte(out, ' ');
    buf_put(out, key->control ? STR("C-") : STR(""));
    buf_put(out, key->meta ? STR("M-") : STR(""));
    buf_put(out, key->shift ? STR("S-") : STR(""));
    if (key->code == KEY_CHAR)
        buf_put(out, (Str){bytes, str_encode(bytes, key->c)});
    else
        buf_put(out, str_from(names[key->code]));
    if (key->code == KEY_PASTE)
        buf_printf(out, "(%.*s)", STR_ARG(key->paste));
}

/* The keys of bytes that come in pieces of `piece` bytes, then nothing more. */
static Str keys_in_pieces(Str bytes, size_t piece)
{
    Input input SCOPED(input_close);
    Buf out = buf_open(test_arena(), 0);
    Key key;
    input_open(&input);
    for (size_t at = 0; at < bytes.len; at += piece) {
        Str part = str_slice(bytes, at, at + piece);
        while (input_next(&input, &part, &key))
            put_key(&out, &key);
    }
    while (input_flush(&input, &key))
        put_key(&out, &key);
    return buf_str(&out);
}

static Str keys(const char *bytes)
{
    Str text = str_from(bytes), whole = keys_in_pieces(text, text.len + 1);
    EXPECT(str_equal(whole, keys_in_pieces(text, 1)));
    EXPECT(str_equal(whole, keys_in_pieces(text, 3)));
    return whole;
}

TEST(input_decodes_characters)
{
    EXPECT_STR(keys("aß日😀"), "a ß 日 😀");
    EXPECT_STR(keys("\x01\x1a\x1f\r\t\x7f\b\n"), "C-a C-z C-_ enter tab backspace backspace C-j");
    EXPECT_STR(keys("a\xff\xc3z\xc2\x9b"), "a \xEF\xBF\xBD \xEF\xBF\xBD z");
}

TEST(input_decodes_sequences)
{
    EXPECT_STR(keys("\033[A\033[B\033[C\033[D\033OA\033[H\033[F\033OF"),
               "up down right left up home end end");
    EXPECT_STR(keys("\033[1~\033[3~\033[4~\033[5~\033[6~\033[2~"),
               "home delete end page_up page_down insert");
    EXPECT_STR(keys("\033[1;5C\033[1;3D\033[1;2A\033[3;5~\033[Z"),
               "C-right M-left S-up C-delete S-tab");
    EXPECT_STR(keys("\033b\033\r\033\x7f\033ß"), "M-b M-enter M-backspace M-ß");
}

TEST(input_decodes_coded_keys)
{
    EXPECT_STR(keys("\033[13;2u\033[27;2;13~\033[99;5u\033[67;6u\033[97;1u"),
               "S-enter S-enter C-c C-S-c a");
    EXPECT_STR(keys("\033[27u\033[9;5u\033[57399u\033[99999999u\033[55296u"),
               "escape C-tab \xEE\x80\xB7");
}

TEST(input_gives_escape_alone)
{
    EXPECT_STR(keys("\033"), "escape");
    EXPECT_STR(keys("\033\033"), "escape escape");
    EXPECT_STR(keys("\033["), "escape [");
}

/* What is not understood gives no key, and nothing of it is taken for text. */
TEST(input_drops_unknown_sequences)
{
    EXPECT_STR(keys("a\033[<0;10;10Mb\033[?1;2cc\033[200;5;7;9Zd"), "a b c C-S-tab d");
    EXPECT_STR(
        keys("a\033[1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8xb"),
        "a b");
    EXPECT_STR(keys("\033[1\x03z"), "C-c z");
}

TEST(input_takes_a_paste_whole)
{
    EXPECT_STR(keys("x\033[200~one\rtwo\r\nthree\n\033[201~y"), "x paste(one\ntwo\nthree\n) y");
    EXPECT_STR(keys("\033[200~a\033[31mb\x07\x7f\tc\033[201\033[201~"), "paste(a␛[31mb␇␡\tc␛[201)");
    EXPECT_STR(keys("\033[200~\xff ß\xc2\x9bz\033[201~"), "paste(\xEF\xBF\xBD ß\xEF\xBF\xBDz)");
    EXPECT_STR(keys("\033[200~\033[201~"), "paste()");
}

TEST(input_cuts_a_huge_paste)
{
    Input input SCOPED(input_close);
    Key key = {0};
    Str start = STR("\033[200~"), end = STR("\033[201~z"), more;
    char block[4096];
    memset(block, 'a', sizeof block);
    input_open(&input);
    EXPECT(!input_next(&input, &start, &key));
    for (size_t i = 0; i < INPUT_PASTE_BYTES_MAX / sizeof block + 10; i++) {
        more = (Str){block, sizeof block};
        EXPECT(!input_next(&input, &more, &key));
    }
    REQUIRE(input_next(&input, &end, &key));
    EXPECT_INT(key.code, KEY_PASTE);
    EXPECT(key.cut);
    EXPECT_INT(key.paste.len, INPUT_PASTE_BYTES_MAX);
    REQUIRE(input_next(&input, &end, &key));
    EXPECT_INT(key.c, 'z');
}
