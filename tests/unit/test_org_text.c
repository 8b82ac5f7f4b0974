#include "test.h"

#include "git/origin.h"
#include "net/postgres.h"
#include "org/org_text.h"

TEST(text_survives_the_database)
{
    static const Str texts[] = {STR_INIT(""),
                                STR_INIT("plain/path.c"),
                                STR_INIT("caf\xE9.py"),
                                STR_INIT("\xFF\xFE\x80"),
                                STR_INIT("a\0b"),
                                STR_INIT("\xEE\xBF\xA9"),     /* U+EFE9 itself */
                                STR_INIT("\xEE\xBC\x80 end"), /* U+EF00 itself */
                                STR_INIT("\xEF\xBF\xBD"),     /* U+FFFD itself */
                                STR_INIT("\xE2\x82")};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Str there = org_text(test_arena(), texts[i]);
        EXPECT(str_is_utf8(there));
        EXPECT(str_find_byte(there, '\0') == STR_NONE);
        EXPECT(str_equal(org_text_back(test_arena(), there), texts[i]));
        for (size_t k = 0; k < i; k++)
            EXPECT(!str_equal(there, org_text(test_arena(), texts[k])));
    }
}

TEST(fields_of_copy)
{
    Buf out = buf_open(test_arena(), 0);
    org_field_put(&out, STR("a\\b\tc\nd\re"));
    EXPECT_STR(buf_str(&out), "a\\\\b\\tc\\nd\\re");
    out = buf_open(test_arena(), 0);
    org_field_put_hash(&out, STR("\x00\xAB"));
    EXPECT_STR(buf_str(&out), "\\\\x00ab");
    out = buf_open(test_arena(), 0);
    buf_put_byte(&out, '{');
    org_array_put(&out, STR("a\"b\\c,{}"));
    org_array_put(&out, STR(""));
    EXPECT_STR(buf_str(&out), "{\"a\\\"b\\\\c,{}\",\"\"");
}

TEST(passwords_are_not_shown)
{
    static const struct {
        const char *target, *shown;
    } rows[] = {
        {"postgresql://h/d", "postgresql://h/d"},
        {"postgresql://u@h/d", "postgresql://u@h/d"},
        {"postgresql://u:p@h/d", "postgresql://u:***@h/d"},
        {"postgres://u:p@q@h/d", "postgres://u:***@h/d"},
        {"postgresql://u:p/x@h/d", "postgresql://u:***@h/d"},
        {"postgresql://h/d?user=u&password=p&sslmode=require",
         "postgresql://h/d?user=u&password=***&sslmode=require"},
        {"postgresql://h/d?PassWord=p", "postgresql://h/d?PassWord=***"},
        {"service=here", "service=here"},
        {"host=h password = 'a b'", "(with a password)"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(postgres_target_shown(test_arena(), str_from(rows[i].target)), rows[i].shown);
}

TEST(names_by_url)
{
    static const struct {
        const char *url, *name;
    } rows[] = {
        {"https://github.com/acme/billing.git", "acme/billing"},
        {"https://user:token@git.example.org:8443/a/b/c/", "a/b/c"},
        {"git@github.com:acme/billing.git", "acme/billing"},
        {"ssh://git@host:22/acme/billing", "acme/billing"},
        {"/srv/git/billing.git", "billing"},
        {"file:///srv/git/billing.git", "billing"},
        {"../billing/.git", "billing"},
        {"./a:b/billing", "billing"},
        {"https://host", ""},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(git_origin_name(str_from(rows[i].url)), rows[i].name);
}
