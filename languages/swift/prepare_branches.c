/* Conditional compilation in Swift: directives are blanked, so that all branches are parsed. */
#include "languages/swift/prepare.h"

#include "base/str.h"
#include "lang/prepare_text.h"

/* Nested conditions; if they go deeper, the rest of the text is not rewritten. */
#define BRANCHES_DEPTH_MAX 32

typedef enum Directive {
    DIRECTIVE_NONE,
    DIRECTIVE_IF,
    DIRECTIVE_ELSE,
    DIRECTIVE_END
} Directive;

/* An open #if. */
typedef struct Branches {
    size_t start;          /* start of the current branch */
    int before;            /* number of open brackets there */
    int first;             /* brackets that the first branch opens and does not close */
    bool is_first;         /* the current branch is the first */
    size_t head, head_len; /* text of the first branch */
} Branches;

static Directive read_directive(Str line)
{
    static const struct {
        const char *word;
        Directive directive;
    } words[] = {{"#if", DIRECTIVE_IF},
                 {"#elseif", DIRECTIVE_ELSE},
                 {"#else", DIRECTIVE_ELSE},
                 {"#endif", DIRECTIVE_END}};
    line = str_trim(line);
    for (size_t i = 0; line.len && line.ptr[0] == '#' && i < COUNT(words); i++) {
        Str word = str_from(words[i].word);
        if (str_starts(line, word) && (line.len == word.len || !byte_is_word(line.ptr[word.len])))
            return words[i].directive;
    }
    return DIRECTIVE_NONE;
}

static void blank(char *text, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++)
        if (text[i] != '\n' && text[i] != '\r')
            text[i] = ' ';
}

static int count_brackets(Str line)
{
    int count = 0;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.ptr[i];
        count += (c == '{' || c == '(' || c == '[') - (c == '}' || c == ')' || c == ']');
    }
    return count;
}

/* Whether a line of the branch declares a name that the first branch has not. It must not be
   blanked in silence: syntax errors say that the map has gaps. */
static bool declares_other(Str branch, Str first)
{
    Str line;
    while (str_take_line(&branch, &line)) {
        Str word, code = str_trim(line);
        bool declares = false;
        while (!declares && str_take_until(&code, ' ', &word) && word.len &&
               byte_is_alpha(word.ptr[0]))
            declares = prepared_is_one_of(word, "class struct enum protocol extension actor func");
        size_t end = 0;
        while (end < code.len && byte_is_word(code.ptr[end]))
            end++;
        if (declares && end && str_find(first, str_slice(code, 0, end)) == STR_NONE)
            return true;
    }
    return false;
}

/* Ends the current branch at `at`, where `*open` brackets are open. */
static void end_branch(char *text, Branches *branches, size_t at, int *open)
{
    if (branches->is_first) {
        branches->first = *open - branches->before;
        branches->head = branches->start;
        branches->head_len = at - branches->start;
    } else if (branches->first) {
        if (!declares_other((Str){text + branches->start, at - branches->start},
                            (Str){text + branches->head, branches->head_len}))
            blank(text, branches->start, at);
        *open = branches->before + branches->first;
    }
    branches->is_first = false;
}

void prepare_branches(char *text, size_t len)
{
    Branches stack[BRANCHES_DEPTH_MAX];
    size_t depth = 0;
    int open = 0;
    if (!memchr(text, '#', len))
        return;
    for (size_t at = 0, end; at < len; at = end) {
        const char *feed = memchr(text + at, '\n', len - at);
        end = feed ? (size_t)(feed - text) + 1 : len;
        Directive directive = read_directive((Str){text + at, end - at});
        if (directive == DIRECTIVE_NONE) {
            open += count_brackets((Str){text + at, end - at});
            continue;
        }
        if (directive == DIRECTIVE_IF && depth == BRANCHES_DEPTH_MAX)
            return;
        if (directive == DIRECTIVE_IF) {
            stack[depth++] = (Branches){.start = end, .before = open, .is_first = true};
        } else if (depth) {
            Branches *branches = &stack[depth - 1];
            end_branch(text, branches, at, &open);
            open = directive == DIRECTIVE_ELSE ? branches->before : open;
            branches->start = end;
            depth -= directive == DIRECTIVE_END;
        }
        blank(text, at, end);
    }
}
