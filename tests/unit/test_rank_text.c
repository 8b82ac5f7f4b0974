#include "test.h"

#include "base/buf.h"
#include "search/rank_text.h"

static Str with_lines(Str before, size_t count, Str after)
{
    Buf out = buf_open(test_arena(), 0);
    buf_put(&out, before);
    for (size_t i = 0; i < count; i++)
        buf_put(&out, STR("    go();\n"));
    buf_put(&out, after);
    return buf_str(&out);
}

/* Ranks a text for a question whose words all weigh the same. */
static RankedDeclaration read_text(const char *question, Str text, const char *name)
{
    Question asked = question_read(test_arena(), test_scratch(), str_from(question));
    Ranking ranking = {0};
    RankedDeclaration found = {0};
    size_t words = 0;
    for (size_t i = 0; i < asked.terms.len; i++)
        words += asked.terms.ptr[i].kind == QUESTION_WORD;
    for (size_t i = 0; i < asked.terms.len; i++)
        if (asked.terms.ptr[i].kind == QUESTION_WORD)
            ranking.shares[i] = 1.0F / (float)words;
    RankText own = {.text = text, .first = 10, .named = 10, .name = str_from(name)};
    rank_read(rank_asked(test_arena(), &asked, &ranking), test_scratch(), &own, &found);
    return found;
}

static bool is_about(float value, float wanted)
{
    return value > wanted - 0.01F && value < wanted + 0.01F;
}

TEST(names_and_signatures_count_by_the_words_they_have)
{
    RankedDeclaration found =
        read_text("expired keys", STR("int expireKey(int db)\n{\n}\n"), "expireKey");
    EXPECT(is_about(found.evidence[DECLARATION_NAME], 1));
    EXPECT(is_about(found.evidence[DECLARATION_HEAD], 1));
    found = read_text("expired keys", STR("int drop(int db)\n{\n    key(db);\n}\n"), "drop");
    EXPECT(is_about(found.evidence[DECLARATION_NAME], 0));
    EXPECT(is_about(found.evidence[DECLARATION_LINE], 0.5F));
}

TEST(words_of_a_passage_are_added_up_but_not_those_of_distant_lines)
{
    Str text = with_lines(STR("f()\n{\n    expired();\n"), 30, STR("    keys();\n"));
    RankedDeclaration far = read_text("expired keys", text, "f");
    RankedDeclaration near =
        read_text("expired keys", STR("f()\n{\n    expired();\n    keys();\n"), "f");
    EXPECT(is_about(far.evidence[DECLARATION_PASSAGE], 0.5F));
    EXPECT(is_about(near.evidence[DECLARATION_PASSAGE], 1));
}

TEST(words_in_a_row_in_a_literal_count_and_their_line_comes_first)
{
    Str text = with_lines(STR("f()\n{\n    wrong(number, arguments);\n"), 30,
                          STR("    fail(\"wrong number of \"\n         \"arguments\");\n"));
    RankedDeclaration found = read_text("wrong number of arguments", text, "f");
    EXPECT(is_about(found.evidence[DECLARATION_QUOTED], 1 / 3.0F));
    EXPECT_INT(found.lines[0], 10 + 34);
    found = read_text("wrong arguments given", text, "f");
    EXPECT(is_about(found.evidence[DECLARATION_QUOTED], 0));
}

TEST(further_lines_are_chosen_for_words_that_are_not_shown_yet)
{
    Str text = with_lines(STR("f()\n{\n    go();\n    alpha(beta);\n"), 15, STR("    alpha();\n"));
    text = with_lines(text, 15, STR("    gamma();\n"));
    RankedDeclaration found = read_text("alpha beta gamma", text, "f");
    EXPECT_INT(found.lines[0], 13);
    EXPECT_INT(found.lines[1], 45);
    EXPECT_INT(found.lines[2], 29);
    EXPECT_INT(found.lines[3], 0);
}

TEST(a_text_of_one_line_has_no_other)
{
    RankedDeclaration found = read_text("expired keys", STR("expired(keys)"), "expired");
    EXPECT(is_about(found.evidence[DECLARATION_LINE], 1));
    EXPECT(is_about(found.evidence[DECLARATION_PASSAGE], 1));
    EXPECT_INT(found.lines[1], 0);
    found = read_text("expired keys", STR(""), "other");
    EXPECT_INT(found.lines[0], 0);
}
