/* Sentences are judged by single words and by their place: before an edit, right before it, or
   after one. Text in another language than English cannot be judged, so it counts. */
#include "agent/doubt.h"

#include "agent/task_words.h"
#include "base/vec.h"
#include "edit/patch.h"

typedef enum DoubtPlace {
    DOUBT_BEFORE,
    DOUBT_LEADS, /* the sentence introduces an edit */
    DOUBT_AFTER,
    DOUBT_BETWEEN /* after an edit, and introduces the next one */
} DoubtPlace;

typedef struct Sentence {
    VEC(Str) words; /* in lower case, without names of the code */
    DoubtPlace place;
    bool has_comma; /* after its first word */
} Sentence;

/* ---- words ---- */

/* They take back what is near, or announce something that is not meant. */
static const char *const retracts[] = {
    "ignore",     "disregard",  "oops",         "whoops",       "scratch",       "nevermind",
    "wait",       "hmm",        "hm",           "sorry",        "apologies",     "apologise",
    "apologize",  "mistake",    "mistaken",     "mistakenly",   "correction",    "erratum",
    "misread",    "misspoke",   "illustration", "illustrative", "illustrates",   "hypothetical",
    "pseudocode", "undo",       "revert",       "discard",      "discarded",     "forget",
    "retract",    "withdraw",   "reconsider",   "rethink",      "reconsidering", "rethinking",
    "naive",      "naïve",      "draft",        "sketch",       "nope",          "nah",
    "junior",     "applicable", "antipattern",  "anti-pattern", "rejected",      "thought",
};
static const char *const orders[] = {"ignore", "disregard", "discard", "scratch", "forget", "skip"};
/* After an edit they may be about it. */
static const char *const doubts_after[] = {
    "wrong",         "incorrect",         "bad",        "broken",    "buggy",      "example",
    "option",        "alternative",       "actually",   "above",     "earlier",    "previous",
    "alternatively", "unnecessary",       "invalid",    "premature", "superseded", "obsolete",
    "superfluous",   "insufficient",      "incomplete", "useless",   "harmful",    "misleading",
    "unneeded",      "counterproductive", "overkill",   "either",
};
/* Right before an edit they may say that it is no solution. */
static const char *const doubts_before[] = {
    "example",     "instance", "would",   "could",         "might",  "upstream",
    "alternative", "option",   "suppose", "alternatively", "better", "real",
    "imagine",     "attempt",  "tried",   "illustrating",  "right",
};
/* The same, unless the sentence says that it is repaired. */
static const char *const faults[] = {"wrong",      "incorrect", "bad",    "broken", "buggy",
                                     "regression", "caused",    "causes", "fails",  "fail",
                                     "failed",     "failing",   "bug",    "faulty"};
static const char *const repairs[] = {
    "fix",     "fixes",    "fixed",   "fixing",    "repair", "repairs", "resolve", "resolves",
    "prevent", "prevents", "avoid",   "avoids",    "handle", "handles", "correct", "corrects",
    "solve",   "solves",   "address", "addresses", "guard",  "guards",  "stop",    "reject",
};
static const char *const pointers[] = {"that",  "this", "it",   "which", "these",
                                       "those", "they", "both", "the"};
static const char *const breaks[] = {"break", "breaks", "broke", "fail", "fails", "failed"};
/* What may be denied about a change that stays. */
static const char *const harmless[] = {
    "change", "changed",  "changes", "affect",   "affected", "alter", "touch",  "touched",
    "modify", "modified", "require", "requires", "mutate",   "raise", "throw",  "crash",
    "depend", "differ",   "handle",  "copy",     "allocate", "block", "return", "exceed",
    "accept", "support",  "cover",   "include",  "only",     "just",
};
static const char *const others[] = {
    "tests",   "test",   "other", "others",   "further", "callers",    "caller",    "documentation",
    "docs",    "longer", "else",  "existing", "yet",     "additional", "more",      "dependencies",
    "changes", "new",    "side",  "need",     "api",     "signature",  "behaviour", "behavior",
};
static const char *const negations[] = {"not", "never", "cannot", "dont", "can't"};
static const char *const denied_orders[] = {"do",   "write",       "use",    "apply", "like",
                                            "this", "that",        "how",    "what",  "so",
                                            "the",  "recommended", "commit", "copy"};
static const char *const parts[] = {"one",     "block", "edit", "edits", "version", "attempt",
                                    "variant", "patch", "diff", "try",   "draft",   "snippet"};
/* Common words of English, few of which are words of other languages. */
static const char *const english[] = {
    "the",        "is",
    "are",        "this",
    "that",       "it",
    "its",        "to",
    "of",         "and",
    "for",        "with",
    "now",        "be",
    "from",       "by",
    "as",         "on",
    "not",        "you",
    "we",         "will",
    "has",        "have",
    "was",        "were",
    "it's",       "i",
    "i'll",       "i've",
    "here",       "here's",
    "let",        "let's",
    "then",       "also",
    "each",       "all",
    "only",       "when",
    "if",         "at",
    "do",         "does",
    "there",      "these",
    "which",      "a",
    "in",         "or",
    "an",         "first",
    "next",       "second",
    "finally",    "third",
    "done",       "new",
    "other",      "both",
    "one",        "two",
    "add",        "added",
    "adds",       "update",
    "updated",    "updates",
    "change",     "changed",
    "changes",    "fix",
    "fixed",      "fixes",
    "remove",     "removed",
    "removes",    "use",
    "uses",       "used",
    "return",     "returns",
    "rename",     "renamed",
    "move",       "moved",
    "test",       "tests",
    "file",       "files",
    "function",   "functions",
    "code",       "edit",
    "edits",      "patch",
    "diff",       "summary",
    "notes",      "note",
    "why",        "what",
    "how",        "explanation",
    "details",    "step",
    "result",     "after",
    "usage",      "implementation",
    "callers",    "documentation",
    "docs",       "set",
    "make",       "makes",
    "made",       "replace",
    "replaces",   "nothing",
    "everything", "tested",
    "verified",   "optional",
    "behaviour",  "behavior",
};

static bool is_negation(Str word)
{
    return TASK_IS_ONE_OF(word, negations) || str_ends(word, STR("n't")) ||
           str_ends(word, STR("n\xE2\x80\x99t"));
}

/* Whether a word is a name of the code, which says nothing about the edit. */
static bool is_code(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (byte_in(word.ptr[i], "_=<>/\\(){}[]+&|@$%~") || byte_is_digit(word.ptr[i]) ||
            (word.ptr[i] == '.' && i + 1 < word.len))
            return true;
    return false;
}

static Str word_at(const Sentence *sentence, size_t i)
{
    return i < sentence->words.len ? sentence->words.ptr[i] : (Str){0};
}

static bool has_any(const Sentence *sentence, const char *const *words, size_t count)
{
    for (size_t i = 0; i < sentence->words.len; i++)
        if (task_is_one_of(sentence->words.ptr[i], words, count))
            return true;
    return false;
}
#define HAS(sentence, words) has_any((sentence), (words), COUNT(words))

/* ---- sentences ---- */

static bool ends_sentence(Str text, size_t at)
{
    char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : '\n';
    if (c == '\n')
        return byte_in(next, "-*#0123456789>|");
    return byte_in(c, ".!?:;") && (byte_is_space(next) || byte_in(next, "*_\"')"));
}

/* Takes a sentence off a paragraph. Code spans are left out. */
static Sentence take_sentence(Arena *arena, Str *rest, Str *text)
{
    Sentence sentence = {0};
    bool in_code = false;
    size_t at = 0, from = 0;
    for (bool ends = false; at < rest->len && !ends; at++) {
        char c = rest->ptr[at];
        ends = !in_code && ends_sentence(*rest, at);
        if (c != '`' && !byte_is_space(c) && !ends && at + 1 < rest->len)
            continue;
        Str word = str_slice(*rest, from, at + (c != '`' && !byte_is_space(c)));
        from = at + 1;
        while (word.len && byte_in(word.ptr[0], "#*_->\"'([|"))
            word = str_from_offset(word, 1);
        bool has_comma = str_ends(word, STR(","));
        while (word.len && byte_in(word.ptr[word.len - 1], "*_\"').,:;!?]|"))
            word.len--;
        if (word.len && !in_code && !is_code(word)) {
            sentence.has_comma |= has_comma && !sentence.words.len;
            *VEC_PUSH(arena, &sentence.words) = str_lower(arena, word);
        }
        in_code ^= c == '`';
    }
    *text = str_trim(str_slice(*rest, 0, at));
    *rest = str_from_offset(*rest, at);
    return sentence;
}

/* ---- verdicts ---- */

/* `first one`, `rather` but not `rather than`, `instead` but not `instead of`. */
static bool prefers_another(const Sentence *sentence)
{
    for (size_t i = 0; i < sentence->words.len; i++) {
        Str word = sentence->words.ptr[i], next = word_at(sentence, i + 1);
        if ((str_equal(word, STR("first")) || str_equal(word, STR("second"))) &&
            TASK_IS_ONE_OF(next, parts))
            return true;
        if ((str_equal(word, STR("instead")) && !str_equal(next, STR("of"))) ||
            (str_equal(word, STR("rather")) && !str_equal(next, STR("than"))))
            return true;
    }
    return false;
}

static bool is_denied_order(const Sentence *sentence)
{
    static const char *const begins[] = {"do",   "don't", "never", "please", "don\xE2\x80\x99t",
                                         "dont", "you",   "one",   "avoid"};
    bool is_order = TASK_IS_ONE_OF(word_at(sentence, 0), begins);
    for (size_t i = 0; i < sentence->words.len; i++)
        if (is_negation(sentence->words.ptr[i]) &&
            (is_order || TASK_IS_ONE_OF(word_at(sentence, i + 1), denied_orders)))
            return true;
    return str_equal(word_at(sentence, 0), STR("avoid"));
}

static bool denies_edit(const Sentence *sentence)
{
    Str first = word_at(sentence, 0);
    if (str_equal(first, STR("no")) &&
        (sentence->has_comma || !TASK_IS_ONE_OF(word_at(sentence, 1), others)))
        return true;
    if (TASK_IS_ONE_OF(first, pointers) && HAS(sentence, breaks) && !HAS(sentence, repairs))
        return true;
    for (size_t i = 0; i < sentence->words.len; i++) {
        bool is_harmless = HAS(sentence, others);
        for (size_t k = 1; k <= 3; k++)
            is_harmless |= TASK_IS_ONE_OF(word_at(sentence, i + k), harmless);
        if (is_negation(sentence->words.ptr[i]) && !is_harmless)
            return true;
    }
    return false;
}

static bool is_doubtful(const Sentence *sentence)
{
    bool leads = sentence->place == DOUBT_LEADS || sentence->place == DOUBT_BETWEEN;
    bool after = sentence->place == DOUBT_AFTER || sentence->place == DOUBT_BETWEEN;
    size_t polite = str_equal(word_at(sentence, 0), STR("please"));
    if (!sentence->words.len)
        return false;
    if (TASK_IS_ONE_OF(word_at(sentence, polite), orders))
        return true;
    if (!leads && !after)
        return false;
    if (!HAS(sentence, english) || HAS(sentence, retracts) || prefers_another(sentence) ||
        is_denied_order(sentence))
        return true;
    if (after && (HAS(sentence, doubts_after) || denies_edit(sentence)))
        return true;
    bool begins_with_if = str_equal(word_at(sentence, 0), STR("if"));
    return leads && (begins_with_if || HAS(sentence, doubts_before) ||
                     (HAS(sentence, faults) && !HAS(sentence, repairs)));
}

Str doubt_find(Arena *arena, Str answer)
{
    bool after = false;
    if (edit_format_detect(answer) == EDIT_FORMAT_NONE)
        return (Str){0};
    EditProseVec all = edit_prose(arena, answer);
    for (size_t i = 0; i < all.len; i++) {
        Str rest = all.ptr[i].text, text;
        after |= all.ptr[i].follows;
        while (str_trim(rest).len) {
            Sentence sentence = take_sentence(arena, &rest, &text);
            bool leads = all.ptr[i].leads && !str_trim(rest).len;
            sentence.place = (after ? DOUBT_AFTER : DOUBT_BEFORE) + leads;
            if (is_doubtful(&sentence))
                return text;
        }
        after |= all.ptr[i].leads;
    }
    return (Str){0};
}
