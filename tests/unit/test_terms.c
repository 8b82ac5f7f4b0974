#include "test.h"

#include "base/buf.h"
#include "search/intent.h"
#include "search/question.h"
#include "text/terms.h"

static void put_word(void *context, uint32_t term, Str word, bool joined)
{
    Buf *out = context;
    (void)term;
    buf_printf(out, "%s%.*s%s", out->len ? " " : "", STR_ARG(word), joined ? "!" : "");
}

static Str words_of(const char *text)
{
    Buf out = buf_open(test_arena(), 0);
    terms_visit(str_from(text), put_word, &out);
    return buf_str(&out);
}

static bool is_one(const char *a, const char *b)
{
    return term_of_word(str_from(a)) == term_of_word(str_from(b));
}

TEST(identifiers_are_split_and_kept_whole)
{
    EXPECT_STR(words_of("activeExpireCycle(db)"), "active Expire Cycle activeExpireCycle! db");
    EXPECT_STR(words_of("MAX_RETRY_COUNT = 5;"), "MAX RETRY COUNT MAX_RETRY_COUNT!");
    EXPECT_STR(words_of("HTTPServer parseURLs"), "HTTP Server HTTPServer! parse UR Ls parseURLs!");
    EXPECT_STR(words_of("utf8 sha256sum x a1"), "utf8 utf sha256 sha sum sha256sum! a1");
    EXPECT_STR(words_of("404 7 42 123456 1234567 __init__"), "404 123456 init");
    EXPECT_STR(words_of("größe 設定"), "größe 設定");
    EXPECT_STR(words_of(""), "");
}

TEST(words_with_hyphens_are_kept_whole)
{
    EXPECT_STR(words_of("--no-color, max_row-size; a"),
               "no color no-color! max row max_row! size max_row-size!");
    EXPECT_STR(words_of("len-1 n-max a--b end - start p->next read-"),
               "len max end start next read");
    EXPECT(is_one("maxage", "maxage"));
}

TEST(long_runs_are_no_words)
{
    char text[400];
    memset(text, 'q', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    EXPECT_STR(words_of(text), "");
}

TEST(forms_of_a_word_have_one_stem)
{
    static const char *const rows[][2] = {
        {"delete", "deleted"},       {"delete", "deletes"},     {"delete", "deleting"},
        {"delete", "deletion"},      {"expire", "expired"},     {"expire", "expiration"},
        {"validate", "validation"},  {"validate", "validated"}, {"query", "queries"},
        {"stop", "stopped"},         {"stop", "stopping"},      {"index", "indexes"},
        {"parse", "parser"},         {"parse", "parsing"},      {"connect", "connection"},
        {"handle", "handlers"},      {"match", "matches"},      {"class", "classes"},
        {"serialize", "serializer"}, {"cache", "cached"},       {"error", "errors"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (!is_one(rows[i][0], rows[i][1]))
            EXPECT_STR(str_from(rows[i][0]), rows[i][1]);
}

TEST(other_words_have_other_stems)
{
    static const char *const rows[][2] = {{"enable", "disable"}, {"bus", "bu"},     {"this", "thi"},
                                          {"read", "red"},       {"string", "str"}, {"ring", "r"},
                                          {"process", "proces"}, {"index", "ind"},  {"need", "ne"},
                                          {"call", "cal"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT(!is_one(rows[i][0], rows[i][1]));
}

TEST(a_name_is_another_term_than_a_word)
{
    EXPECT(term_of_name(STR("RateLimiter")) == term_of_name(STR("rate_limiter")));
    EXPECT(term_of_name(STR("Flask")) != term_of_word(STR("flask")));
    EXPECT(term_of_name(STR("g")) != term_of_name(STR("h")));
}

/* ---- questions ---- */

static Str question_text(const char *text)
{
    static const char *const kinds[] = {"", "!", "+"};
    Question question = question_read(test_arena(), test_scratch(), str_from(text));
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < question.terms.len; i++) {
        const QuestionTerm *term = &question.terms.ptr[i];
        buf_printf(&out, "%s%.*s%s", i ? "|" : "", STR_ARG(term->word), kinds[term->kind]);
    }
    for (size_t i = 0; i < question.places.len; i++)
        buf_printf(&out, " @%.*s:%u", STR_ARG(question.places.ptr[i].path),
                   question.places.ptr[i].line);
    return buf_str(&out);
}

TEST(a_question_is_its_words_and_pairs)
{
    EXPECT_STR(question_text("where are expired keys deleted"),
               "expired|keys|expired keys+|deleted|keys deleted+|keys deleted+|keys deleted+");
    EXPECT_STR(question_text("How does url_for work?"), "url|url_for!|work");
    EXPECT_STR(question_text("the rate, limiter"), "rate|limiter");
    EXPECT_STR(question_text("keys and keys"), "keys");
    /* The second form of a word is as long as it is written. */
    EXPECT_STR(question_text("validation: validates tokens"),
               "validation|tokens|validates tokens+");
    EXPECT_STR(question_text("g"), "g");
    EXPECT_STR(question_text(""), "");
}

TEST(a_question_names_places)
{
    EXPECT_STR(question_text("at Foo.bar (src/x.ts:12)"), "Foo|bar|src|ts @Foo.bar:0 @src/x.ts:12");
    EXPECT(str_ends(question_text("File \"app/a.py\", line 3"), STR(" @app/a.py:3")));
    EXPECT(str_ends(question_text("see lib/io.c#L40."), STR(" @lib/io.c:40")));
}

/* ---- intent ---- */

static Str intent_text(const char *text)
{
    Intent intent = intent_of(str_from(text));
    return str_format(test_arena(), "%.*s %s %.1f", STR_ARG(intent_name(intent.kind)),
                      search_levels[intent.level], (double)intent.confidence);
}

TEST(what_a_question_is_after)
{
    EXPECT_STR(intent_text("what does the scheduler do"), "understanding file 0.8");
    EXPECT_STR(intent_text("Explain the architecture"), "understanding file 0.8");
    EXPECT_STR(intent_text("how does routing work"), "understanding method 0.8");
    EXPECT_STR(intent_text("Find the implementation of X"), "navigation method 0.7");
    EXPECT_STR(intent_text("Show the bug in the login validation"), "debugging method 0.9");
    EXPECT_STR(intent_text("fix crash on empty input"), "debugging method 0.9");
    EXPECT_STR(intent_text("where are expired keys deleted"), "navigation method 0.9");
    EXPECT_STR(intent_text("Something about users"), "navigation method 0.6");
    EXPECT_STR(intent_text("prefix handling"), "navigation method 0.6");
}

static bool has_synonym(const char *text, const char *synonym)
{
    Question question = question_read(test_arena(), test_scratch(), str_from(text));
    question_widen(test_arena(), &question);
    for (size_t i = 0; i < question.terms.len; i++)
        if (question.terms.ptr[i].kind == QUESTION_SYNONYM &&
            question.terms.ptr[i].term == term_of_word(str_from(synonym)))
            return true;
    return false;
}

TEST(words_of_a_question_get_the_synonyms_that_programs_use)
{
    EXPECT(has_synonym("which replica is picked", "select"));
    EXPECT(has_synonym("which replica is picked", "slave"));
    EXPECT(has_synonym("entries are removed", "delete"));
    EXPECT(!has_synonym("pick or select", "select")); /* a word of the question itself */
    EXPECT(!has_synonym("zebra", "delete"));
}
