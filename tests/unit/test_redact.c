/* Secrets in texts that are about to leave this machine. */
#include "test.h"

#include "agent/redact.h"
#include "text/secrets.h"

#define KEY "AKIA4XQTZ7WNPLKD3RFV"

static RedactionVec made;

static Str redacted(const char *text)
{
    made = (RedactionVec){0};
    Str clean = redact(test_arena(), STR("a.c"), str_from(text), &made);
    EXPECT(!secret_find(clean));
    return clean;
}

TEST(a_text_without_secrets_is_the_same)
{
    static const char text[] = "int main(void)\r\n{\n}";
    Str clean = redact(test_arena(), STR("a.c"), str_from(text), &made);
    EXPECT(clean.ptr == text && clean.len == sizeof text - 1);
    EXPECT_STR(redacted(""), "");
    EXPECT_INT(made.len, 0);
}

TEST(only_its_line_goes)
{
    Str clean = redacted("one\nkey = \"" KEY "\"\ntwo");
    REQUIRE(made.len == 1);
    EXPECT_INT(made.ptr[0].line, 2);
    EXPECT_STR(made.ptr[0].name, "a.c");
    Str want = str_format(test_arena(), "one\n[redacted: %.*s]\ntwo", STR_ARG(made.ptr[0].what));
    EXPECT(str_equal(clean, want));
    redacted(KEY "\n\nx\n" KEY);
    REQUIRE(made.len == 2);
    EXPECT_INT(made.ptr[1].line, 4);
}

TEST(blocks_go_whole)
{
    EXPECT_STR(redacted("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE "
                        "KEY-----\nb\n"),
               "a\n[redacted: a private key]\nb\n");
    REQUIRE(made.len == 1);
    EXPECT_INT(made.ptr[0].line, 2);
    EXPECT_STR(redacted("a\n-----BEGIN EC PRIVATE KEY-----\nMIIEow\nabc"),
               "a\n[redacted: a private key]\n");
    EXPECT_STR(redacted("-----BEGIN PRIVATE KEY-----MII-----END PRIVATE KEY-----\nb\n"),
               "[redacted: a private key]\nb\n");
    EXPECT_STR(redacted("x\r\n-----BEGIN PRIVATE KEY-----\r\nMII\r\n-----END PRIVATE "
                        "KEY-----\r\ny\r\n"),
               "x\n[redacted: a private key]\ny\n");
}

#define KEY_LINE "G8RI3mQc1hizOQCxJeL9azoyK7QFGILeifDYEmoSfZJuejDzQi7gzSh4rabTDw3u"

TEST(the_middle_of_a_key_goes_without_its_ends)
{
    EXPECT_STR(redacted("a\n" KEY_LINE "\n" KEY_LINE "\nabc=\nb c\n"),
               "a\n[redacted: a part of a possible key]\nb c\n");
    REQUIRE(made.len == 1);
    EXPECT_INT(made.ptr[0].line, 2);
    EXPECT_STR(redacted("  12: \"" KEY_LINE "\\n\"\nx\n"),
               "[redacted: a part of a possible key]\nx\n");
    EXPECT_STR(redacted("x\n" KEY_LINE), "x\n[redacted: a part of a possible key]\n");
}

TEST(long_words_and_alphabets_are_no_keys)
{
    static const char *const lines[] = {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "com/google/android/measurement/internal/Version2/AbstractFactoryOfFactories/Proxy3",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1",
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        EXPECT_STR(redacted(lines[i]), lines[i]);
}

TEST(a_value_on_the_next_line_goes)
{
    static const char *const starts[] = {"password =", "password = (", "password: >-",
                                         "password = \\"};
    for (size_t i = 0; i < COUNT(starts); i++) {
        Str text = str_format(test_arena(), "a\n%s\n    \"hunter2hunter99\"\nb\n", starts[i]);
        Str clean = redacted(str_terminate(test_arena(), text));
        Str want = str_format(test_arena(),
                              "a\n%s\n[redacted: a value that is called a secret]\nb\n", starts[i]);
        EXPECT(str_equal(clean, want));
    }
}

TEST(what_is_in_a_block_does_not_end_it)
{
    Str clean = redacted("-----BEGIN PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----\nMII\n" KEY
                         "\n-----END PRIVATE KEY-----\nrest\n");
    EXPECT_STR(clean, "[redacted: a private key]\nrest\n");
}
