/* Word lists, without a grammar: a clause begins after a mark, or after "and", "then" and the like.
   Polite words before an order are skipped. */
#include "agent/task_intent.h"

#include "agent/task_words.h"

/* The lists have no longer word. */
#define WORD_BYTES_MAX 64

static const char *const asks[] = {
    "how",       "what",      "whats",    "what's",    "why",        "where",      "when",
    "which",     "who",       "whom",     "whose",     "is",         "are",        "was",
    "were",      "does",      "did",      "has",       "explain",    "describe",   "tell",
    "summarize", "summarise", "compare",  "discuss",   "clarify",    "understand", "walk",
    "teach",     "analyze",   "analyse",  "review",    "wie",        "warum",      "wieso",
    "weshalb",   "wo",        "wer",      "wann",      "welche",     "welcher",    "welches",
    "erklär",    "erkläre",   "erklaere", "beschreib", "beschreibe", "zeig",       "zeige",
    "comment",   "pourquoi",  "quoi",     "quand",     "explique",   "expliquez",  "décris",
    "cómo",      "como",      "qué",      "que",       "explica",    "dónde",      "cuándo",
    "spiega",    "come",      "perché",   "как",       "что",        "почему",     "зачем",
    "где",       "объясни",
};
static const char *const changes[] = {
    "add",      "fix",      "make",      "change",    "rename",   "write",   "create",  "implement",
    "remove",   "delete",   "refactor",  "update",    "replace",  "move",    "rewrite", "use",
    "let",      "set",      "give",      "take",      "turn",     "convert", "port",    "extract",
    "inline",   "split",    "merge",     "drop",      "raise",    "lower",   "bump",    "increase",
    "decrease", "improve",  "optimize",  "optimise",  "simplify", "clean",   "tidy",    "format",
    "correct",  "repair",   "handle",    "support",   "allow",    "enable",  "disable", "introduce",
    "insert",   "append",   "put",       "return",    "call",     "stop",    "ensure",  "test",
    "document", "comment",  "revert",    "undo",      "apply",    "adapt",   "adjust",  "migrate",
    "upgrade",  "reduce",   "shorten",   "translate", "say",      "mark",    "export",  "log",
    "wrap",     "edit",     "modify",    "reset",     "swap",     "sort",    "keep",    "build",
    "generate", "annotate", "deprecate", "patch",     "solve",    "resolve",
};
static const char *const polite[] = {
    "please", "can",  "could", "would", "will",   "you",    "kindly", "now",   "just", "also",
    "i",      "want", "need",  "to",    "we",     "should", "must",   "let's", "lets", "then",
    "and",    "so",   "ok",    "okay",  "hi",     "hello",  "hey",    "first", "next", "finally",
    "like",   "go",   "try",   "only",  "simply", "merely", "but",
};
static const char *const drops[] = {
    "rewrite",    "rewritten", "replace", "replaced",  "remove",      "removed",  "delete",
    "deleted",    "drop",      "strip",   "shorten",   "shorter",     "reduce",   "overwrite",
    "regenerate", "scratch",   "empty",   "clear",     "trim",        "simplify", "prune",
    "cut",        "convert",   "port",    "translate", "reimplement", "redo",     "collapse",
    "condense",   "minimal",   "split",   "move",      "extract",
};

Str task_take_word(Arena *arena, Str *text)
{
    size_t from = 0, end;
    while (from < text->len && !byte_is_word(text->ptr[from]))
        from++;
    for (end = from; end < text->len && (byte_is_word(text->ptr[end]) || text->ptr[end] == '\'');)
        end++;
    Str word = str_slice(*text, from, MIN(end, from + WORD_BYTES_MAX));
    *text = str_from_offset(*text, end);
    return str_lower(arena, word);
}

bool task_is_one_of(Str word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(word, str_from(words[i])))
            return true;
    return false;
}

/* The intent of a clause, by its first word that is not polite. */
static TaskIntent clause_intent(Arena scratch, Str clause)
{
    Str word = task_take_word(&scratch, &clause);
    while (word.len && TASK_IS_ONE_OF(word, polite))
        word = task_take_word(&scratch, &clause);
    bool is_shown =
        str_equal(word, STR("show")) && str_equal(task_take_word(&scratch, &clause), STR("me"));
    return TASK_IS_ONE_OF(word, changes)            ? TASK_INTENT_CHANGE
           : is_shown || TASK_IS_ONE_OF(word, asks) ? TASK_INTENT_QUESTION
                                                    : TASK_INTENT_UNKNOWN;
}

/* Takes a clause off a text: up to a mark or a joining word. */
static Str take_clause(Str *text)
{
    static const Str joints[] = {STR_INIT(" and "),       STR_INIT(" then "),    STR_INIT(" but "),
                                 STR_INIT(" so that "),   STR_INIT(" without "), STR_INIT(" - "),
                                 STR_INIT("\xE3\x80\x82")};
    size_t end = text->len, next = text->len;
    for (size_t i = 0; i < text->len; i++) {
        bool is_mark =
            byte_in(text->ptr[i], ",;:!?\n") ||
            (text->ptr[i] == '.' && (i + 1 == text->len || byte_is_space(text->ptr[i + 1])));
        if (is_mark) {
            end = i;
            next = i + 1;
            break;
        }
    }
    for (size_t i = 0; i < COUNT(joints); i++) {
        size_t at = str_find(str_slice(*text, 0, end), joints[i]);
        if (at != STR_NONE) {
            end = at;
            next = at + joints[i].len;
        }
    }
    Str clause = str_slice(*text, 0, end);
    *text = str_from_offset(*text, next);
    return clause;
}

/* A clause, with the joining word before it. */
typedef struct Clause {
    Str text;
    bool is_joined;  /* to the one before, by "and" or a colon */
    bool is_limited; /* the next clause is an exception to it */
} Clause;

static Clause next_clause(Arena scratch, Str task, Str *rest)
{
    Str before = str_trim_end(str_slice(task, 0, (size_t)(rest->ptr - task.ptr)));
    bool joined = str_ends(before, STR(":")) || str_ends(before, STR(" and"));
    bool without = str_ends(before, STR(" without"));
    Clause clause = {.text = take_clause(rest), .is_joined = joined};
    if (without) /* "without" belongs to the clause, not to the joining words before it */
        clause.text = (Str){before.ptr + before.len - strlen("without"),
                            (size_t)(clause.text.ptr + clause.text.len - before.ptr) - before.len +
                                strlen("without")};
    Str after = *rest, between = str_slice(task, 0, (size_t)(rest->ptr - task.ptr));
    Str next = take_clause(&after);
    bool is_asked = clause_intent(scratch, next) == TASK_INTENT_QUESTION;
    clause.is_limited = !is_asked && (task_clause_limits(scratch, next) ||
                                      (next.len && str_ends(between, STR(" but ")) &&
                                       clause_intent(scratch, next) == TASK_INTENT_UNKNOWN));
    return clause;
}

TaskIntent task_intent(Arena scratch, Str task)
{
    Str rest = str_trim(task), whole = rest;
    bool is_asked = str_ends(rest, STR("?")) || str_ends(rest, STR("\xEF\xBC\x9F"));
    bool orders = false, denies = false, perhaps = false;
    TaskIntent all = TASK_INTENT_UNKNOWN;
    while (rest.len) {
        Clause clause = next_clause(scratch, whole, &rest);
        TaskDenial denial =
            clause.is_limited ? TASK_DENIES_NOT : task_clause_denies(scratch, clause.text);
        denies |= denial == TASK_DENIES && !clause.is_joined;
        perhaps |= denial != TASK_DENIES_NOT;
        TaskIntent one = denial ? TASK_INTENT_UNKNOWN : clause_intent(scratch, clause.text);
        orders |= one == TASK_INTENT_CHANGE;
        all = all == TASK_INTENT_UNKNOWN ? one : all;
    }
    if (denies || (perhaps && !orders))
        return TASK_INTENT_NOTHING;
    if (orders)
        return TASK_INTENT_CHANGE;
    return is_asked ? TASK_INTENT_QUESTION : all;
}

bool task_drops(Arena scratch, Str task)
{
    for (Str word = task_take_word(&scratch, &task); word.len;
         word = task_take_word(&scratch, &task))
        if (TASK_IS_ONE_OF(word, drops))
            return true;
    return false;
}
