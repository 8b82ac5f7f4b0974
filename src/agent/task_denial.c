/* A clause forbids all changes if it has a negation, a word for a change, and otherwise only words
   without a target of their own: "do not edit anything" does, "do not edit the tests" does not. A
   clause whose target may be a part ("it", "the code"), or that is joined to an order, counts only
   if the task orders no change. */
#include "agent/task_words.h"

static const char *const fillers[] = {
    "please",     "kindly",    "but",      "and",    "so",    "now",    "yet",       "the",
    "a",          "an",        "any",      "my",     "our",   "all",    "your",      "you",
    "i",          "we",        "want",     "to",     "be",    "been",   "is",        "are",
    "do",         "must",      "may",      "should", "can",   "could",  "will",      "would",
    "need",       "make",      "made",     "single", "just",  "simply", "only",      "at",
    "whatsoever", "of",        "actually", "really", "bitte", "du",     "sie",       "me",
    "for",        "mir",       "aber",     "here",   "there", "this",   "time",      "moment",
    "or",         "und",       "oder",     "y",      "o",     "et",     "ou",        "did",
    "have",       "has",       "had",      "were",   "was",   "needed", "necessary", "required",
    "asked",      "requested", "wanted",   "as",
};
static const char *const denials[] = {
    "not",     "don't",   "dont",  "don’t",  "never", "no",    "without",
    "nothing", "mustn't", "won't", "nichts", "nicht", "keine", "kein",
    "sans",    "rien",    "ne",    "sin",    "nada",  "pas",   "shouldn't",
};
static const char *const orders[] = {
    "change",     "edit",      "modify",       "touch",         "alter",      "write",
    "apply",      "update",    "save",         "commit",        "changes",    "edits",
    "changed",    "edited",    "modified",     "touched",       "altered",    "written",
    "applied",    "changing",  "editing",      "modifying",     "touching",   "altering",
    "writing",    "applying",  "modification", "modifications", "ändern",     "ändere",
    "aendern",    "änderung",  "änderungen",   "schreiben",     "bearbeiten", "modifie",
    "modifier",   "modifiez",  "changer",      "changez",       "cambies",    "cambiar",
    "modifiques", "modificar",
};
static const char *const everything[] = {
    "anything", "nothing", "file", "files", "disk", "datei", "dateien", "anywhere", "thing",
};
static const char *const parts[] = {
    "it",      "them", "that",       "code", "source",   "sources",
    "project", "repo", "repository", "tree", "codebase",
};
/* A clause after a negated one that limits it. */
static const char *const limits[] = {"except", "other", "apart",  "besides", "aside",
                                     "unless", "but",   "beyond", "outside", "only"};

TaskDenial task_clause_denies(Arena scratch, Str clause)
{
    bool denies = false, changes = false, weak = false, is_first = true;
    for (Str word = task_take_word(&scratch, &clause); word.len;
         word = task_take_word(&scratch, &clause)) {
        bool order = TASK_IS_ONE_OF(word, orders), part = TASK_IS_ONE_OF(word, parts);
        bool denial = TASK_IS_ONE_OF(word, denials);
        if (!order && !part && !denial && !TASK_IS_ONE_OF(word, everything) &&
            !TASK_IS_ONE_OF(word, fillers))
            return TASK_DENIES_NOT;
        denies |= denial;
        changes |= order;
        weak |= part || (is_first && !order && !denial && !TASK_IS_ONE_OF(word, fillers));
        is_first = is_first && TASK_IS_ONE_OF(word, fillers);
    }
    return !denies || !changes ? TASK_DENIES_NOT : weak ? TASK_DENIES_PERHAPS : TASK_DENIES;
}

bool task_clause_limits(Arena scratch, Str clause)
{
    return TASK_IS_ONE_OF(task_take_word(&scratch, &clause), limits);
}
