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

TEST(what_is_in_a_block_does_not_end_it)
{
    Str clean = redacted("-----BEGIN PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----\nMII\n" KEY
                         "\n-----END PRIVATE KEY-----\nrest\n");
    EXPECT_STR(clean, "[redacted: a private key]\nrest\n");
}
