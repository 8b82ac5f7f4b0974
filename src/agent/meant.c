/* Phrases, without a grammar. A sentence right before an edit introduces it, one right after may
   retract it; few phrases count anywhere. A heading such as "The current code in a.py:" is
   recognised by its words, all of which must be in one list. */
#include "agent/meant.h"

#include "agent/task_words.h"
#include "base/vec.h"
#include "edit/patch.h"

/* Beginnings of a sentence before an edit. */
static const char *const leads[] = {
    "for example",
    "for instance",
    "e.g.",
    "as an example",
    "an example",
    "here is an example",
    "here's an example",
    "this is an example",
    "see this example",
    "consider this example",
    "below is an example",
    "example:",
    "for illustration",
    "to illustrate",
    "imagine",
    "suppose",
    "hypothetically",
    "you could",
    "one could",
    "we could",
    "you might",
    "you may",
    "if you want",
    "if you prefer",
    "if you'd like",
    "if you would like",
    "alternatively",
    "or alternatively",
    "option ",
    "variant ",
    "another option",
    "another way",
    "another approach",
    "a rough sketch",
    "a sketch",
    "zum beispiel",
    "beispiel",
    "par exemple",
    "exemple",
    "por ejemplo",
    "ejemplo",
    "man könnte",
    "例如",
    "比如",
    "示例",
    "例えば",
    "например",
    "the wrong",
    "wrong:",
    "bad:",
    "don't:",
    "do not:",
    "avoid:",
    "not like this",
    "either ",
    "or ",
    "or:",
    "oder ",
};
/* Anywhere in a sentence before or after an edit. */
static const char *const beside[] = {
    "example of",
    "by way of example",
    "as an example",
    "illustrative",
    "for illustration",
    "hypothetical",
    "could look like",
    "might look like",
    "would look like",
    "something like this",
    "something like the following",
    "something like:",
    "do not use",
    "don't use",
    "do not do",
    "don't do",
    "do not write",
    "don't write",
    "never do this",
    "wrong version",
    "wrong way",
    "incorrect version",
    "broken version",
    "buggy version",
    "anti-pattern",
    "antipattern",
    "rough sketch",
    "only a sketch",
    "would be wrong",
    "is wrong:",
    "not what you want",
    "i rejected",
    "i discarded",
    "rejected version",
    "discarded",
};
/* Beginnings of a sentence after an edit. */
static const char *const retractions[] = {
    "wait",
    "hmm",
    "oops",
    "no, wait",
    "sorry",
    "that is wrong",
    "this is wrong",
    "that's wrong",
    "that was wrong",
    "this was wrong",
    "that won't",
    "this won't",
    "that would not",
    "this would not",
    "that is not right",
    "this is not right",
    "that's not right",
    "scratch",
};
/* Anywhere in the prose. */
static const char *const anywhere[] = {
    "on second thought",
    "scratch that",
    "ignore the above",
    "ignore the previous",
    "disregard the above",
    "disregard the previous",
    "disregard the first",
    "do not apply this",
    "do not apply it",
    "do not apply the",
    "don't apply this",
    "don't apply it",
    "don't apply the",
    "do not apply these",
    "don't apply these",
    "not meant to be applied",
    "not to be applied",
    "just an example",
    "only an example",
    "only examples",
    "only an illustration",
    "illustration only",
    "illustration purposes",
    "purely illustrative",
    "tell me which",
    "which one do you",
    "which do you prefer",
    "which option do",
    "which option you",
    "let me know which",
    "shall i apply",
    "should i apply",
    "want me to apply",
    "like me to apply",
    "apply yourself",
    "apply it yourself",
    "apply this yourself",
    "apply them yourself",
    "pseudocode",
    "pseudo-code",
    "nur ein beispiel",
    "nur als beispiel",
    "仅供参考",
    "仅作示例",
    "nicht anwenden",
};
/* A heading of code as it is, or as it should not be. */
static const char *const states[] = {
    "before", "old",    "current",   "currently", "original", "originally", "existing",
    "wrong",  "bad",    "incorrect", "broken",    "buggy",    "previous",   "previously",
    "vorher", "bisher", "bisherige", "avant",     "antes",    "变更前",     "当前",
    "変更前", "現在",   "было",      "example",   "today",    "erroneous",  "faulty",
};
static const char *const of_headings[] = {
    "the",
    "a",
    "an",
    "here",
    "is",
    "was",
    "this",
    "that",
    "code",
    "version",
    "implementation",
    "file",
    "function",
    "method",
    "class",
    "state",
    "in",
    "of",
    "from",
    "looks",
    "looked",
    "like",
    "reads",
    "as",
    "follows",
    "it",
    "at",
    "line",
    "lines",
    "snippet",
    "way",
    "approach",
    "one",
    "so",
    "far",
    "behaviour",
    "behavior",
    "now",
    "your",
    "our",
    "has",
    "der",
    "die",
    "das",
    "le",
    "el",
    "text",
    "content",
    "contents",
    "source",
    "py",
    "s",
    "does",
};

static bool begins_with(Str text, const char *const *phrases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_starts(text, str_from(phrases[i])))
            return true;
    return false;
}

static bool has(Str text, const char *const *phrases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_find(text, str_from(phrases[i])) != STR_NONE)
            return true;
    return false;
}

/* Takes a sentence off a paragraph; a line of a list, or a heading, counts as one. */
static Str take_sentence(Str *rest)
{
    size_t end = 0;
    for (; end < rest->len; end++) {
        char c = rest->ptr[end], next = end + 1 < rest->len ? rest->ptr[end + 1] : '\n';
        bool lists = c == '\n' && byte_in(next, "-*#0123456789>");
        if (lists || (byte_in(c, ".!?") && byte_is_space(next)))
            break;
    }
    Str sentence = str_slice(*rest, 0, MIN(end + 1, rest->len));
    *rest = str_from_offset(*rest, MIN(end + 1, rest->len));
    return sentence;
}

/* A sentence without leading marks of headings, lists and emphasis. */
static Str plain(Arena *arena, Str sentence)
{
    Str text = str_lower(arena, str_fold_space(arena, str_trim(sentence)));
    while (text.len &&
           (byte_in(text.ptr[0], "#*_->`\"' (") || str_starts(text, STR("\xE2\x9D\x8C"))))
        text = str_from_offset(text, text.ptr[0] == '\xE2' ? 3 : 1);
    return text;
}

/* Whether all words are heading words, or names with a dot or a bracket, and one gives the state of
   the code. */
static bool is_of_state(Str text)
{
    bool found = false;
    while (text.len) {
        Str word;
        if (!str_take_until(&text, ' ', &word))
            break;
        while (word.len && byte_in(word.ptr[0], "`*_(\"'"))
            word = str_from_offset(word, 1);
        while (word.len && byte_in(word.ptr[word.len - 1], "`*_).:,;\"'"))
            word.len--;
        bool is_name = str_find_byte(word, '.') != STR_NONE || str_ends(word, STR("()")) ||
                       str_find_byte(word, '(') != STR_NONE || str_find_byte(word, '/') != STR_NONE;
        found |= TASK_IS_ONE_OF(word, states);
        if (word.len && !is_name && !TASK_IS_ONE_OF(word, states) &&
            !TASK_IS_ONE_OF(word, of_headings))
            return false;
    }
    return found;
}

/* Whether a clause of the sentence says that nothing was changed. */
static bool denies_all(Arena scratch, Str sentence)
{
    Str rest = sentence, clause;
    for (size_t from = 0, at = 0; at <= rest.len; at++) {
        if (at < rest.len && !byte_in(rest.ptr[at], ",;:()\n.!"))
            continue;
        clause = str_slice(rest, from, at);
        Str after = str_from_offset(rest, MIN(at + 1, rest.len));
        if (task_clause_denies(scratch, clause) == TASK_DENIES &&
            !task_clause_limits(scratch, after))
            return true;
        from = at + 1;
    }
    return false;
}

static bool is_denial(Arena scratch, const EditProse *prose, Str text, bool is_first, bool is_last)
{
    bool leads_edit = prose->leads && is_last, follows_edit = prose->follows && is_first;
    if (has(text, anywhere, COUNT(anywhere)) || denies_all(scratch, text))
        return true;
    if (leads_edit && (begins_with(text, leads, COUNT(leads)) || is_of_state(text)))
        return true;
    if (follows_edit && begins_with(text, retractions, COUNT(retractions)))
        return true;
    return (leads_edit || follows_edit) && has(text, beside, COUNT(beside));
}

/* An element, or a comment, whose contents are not part of the answer. */
static const struct {
    const char *begin, *end;
} elements[] = {
    {"<!--", "-->"},
    {"<details", "</details"},
    {"<example", "</example"},
    {"<draft", "</draft"},
    {"<ignore", "</ignore"},
    {"<old", "</old"},
    {"<before", "</before"},
    {"<original", "</original"},
    {"<current", "</current"},
    {"<wrong", "</wrong"},
    {"<bad", "</bad"},
    {"<incorrect", "</incorrect"},
    {"<rejected", "</rejected"},
    {"<discarded", "</discarded"},
    {"<alternative", "</alternative"},
    {"<option", "</option"},
    {"<sketch", "</sketch"},
    {"<scratch", "</scratch"},
    {"<attempt", "</attempt"},
    {"<illustration", "</illustration"},
    {"<brainstorm", "</brainstorm"},
    {"<planning", "</planning"},
    {"<plan>", "</plan>"},
    {"<analysis", "</analysis"},
    {"<quote", "</quote"},
    {"<blockquote", "</blockquote"},
    {"<s>", "</s>"},
    {"<del>", "</del>"},
    {"<strike>", "</strike>"},
};

/* Whether an element is open after a paragraph: opened there, or before and not closed. */
static bool is_open_after(Str text, size_t i, bool was_open)
{
    Str begin = str_from(elements[i].begin), end = str_from(elements[i].end);
    size_t at = str_find(text, begin), close = str_find(text, end);
    bool opens = at == 0 || (at != STR_NONE && byte_in(text.ptr[at - 1], "\n>"));
    if (!opens)
        return was_open && close == STR_NONE;
    return str_find(str_from_offset(text, at), end) == STR_NONE;
}

/* Elements that hold the answer itself. Others are thoughts, whatever their name is. */
static const char *const answers[] = {
    "answer",
    "final",
    "final_answer",
    "response",
    "output",
    "result",
    "solution",
    "edit",
    "edits",
    "patch",
    "patches",
    "change",
    "changes",
    "code_changes",
    "diff",
    "file",
    "files",
    "code",
    "artifact",
    "artifacts",
    "pre",
    "source",
    "summary",
    "div",
    "p",
    "span",
    "section",
    "implementation",
    "fix",
    "update",
    "updates",
    "modified",
    "codeblock",
    "sourcecode",
    "reply",
    "message",
    "content",
    "new",
    "after",
    "final_edits",
    "search_replace",
    "apply",
};

/* The name of an element that begins a line; empty: none. */
static Str element_at(Str line)
{
    size_t end = 1;
    if (!str_starts(line, STR("<")))
        return (Str){0};
    while (end < line.len && (byte_is_word(line.ptr[end]) || byte_in(line.ptr[end], "-:.")))
        end++;
    bool ends = end < line.len && byte_in(line.ptr[end], "> ");
    return ends && end > 2 ? str_slice(line, 1, end) : (Str){0};
}

/* Whether the element is closed after an edit that follows the paragraph `at`. */
static bool holds_edit(Arena *arena, const EditProseVec *all, size_t at, Str name)
{
    Str close = str_format(arena, "</%.*s", STR_ARG(name));
    bool passed_edit = all->ptr[at].leads;
    for (size_t i = at + 1; i < all->len; i++) {
        if (str_find(str_lower(arena, all->ptr[i].text), close) != STR_NONE)
            return passed_edit || all->ptr[i].follows;
        passed_edit |= all->ptr[i].leads || all->ptr[i].follows;
    }
    return false;
}

/* Such an element that contains an edit, and is no answer; empty: none. */
static Str find_thought(Arena *arena, const EditProseVec *all)
{
    for (size_t i = 0; i < all->len; i++) {
        Str rest = str_lower(arena, all->ptr[i].text), line;
        while (str_take_line(&rest, &line)) {
            Str name = element_at(line);
            if (!name.len || TASK_IS_ONE_OF(name, answers))
                continue;
            Str close = str_join(arena, STR("</"), name);
            if (str_find(str_from_offset(line, 1), close) == STR_NONE &&
                str_find(rest, close) == STR_NONE && holds_edit(arena, all, i, name))
                return str_format(arena, "<%.*s>", STR_ARG(name));
        }
    }
    return (Str){0};
}

/* The element that contains an edit; empty: none. */
static Str find_element(Arena *arena, const EditProseVec *all)
{
    for (size_t i = 0; i < COUNT(elements); i++) {
        bool open = false;
        for (size_t k = 0; k < all->len; k++) {
            Str text = str_lower(arena, all->ptr[k].text);
            open = is_open_after(text, i, open);
            if (open && all->ptr[k].leads)
                return str_from(elements[i].begin);
        }
    }
    return (Str){0};
}

Str meant_denial(Arena *arena, Str answer)
{
    if (edit_format_detect(answer) == EDIT_FORMAT_NONE)
        return (Str){0};
    EditProseVec all = edit_prose(arena, answer);
    Str element = find_element(arena, &all);
    element = element.len ? element : find_thought(arena, &all);
    if (element.len)
        return element;
    for (size_t i = 0; i < all.len; i++) {
        Str rest = all.ptr[i].text;
        for (bool is_first = true; rest.len; is_first = false) {
            Str sentence = take_sentence(&rest);
            bool is_last = !str_trim(rest).len;
            if (is_denial(*arena, &all.ptr[i], plain(arena, sentence), is_first, is_last))
                return str_trim(sentence);
        }
    }
    return (Str){0};
}
