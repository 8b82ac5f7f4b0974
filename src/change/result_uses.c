/* A call is found by its name on its line. What stands right after its arguments, and the words of
   the line, say what is done with the result; so does the first line that names the variable which
   takes it. */
#include "change/result_uses.h"

#include "text/lines.h"

/* Lines of a function after a call that are looked at. */
#define LINES_ON 200

/* Words of a line that ask whether a value is there. */
static const char *const asking[] = {
    "if",     "unless",    "elif",   "elsif",   "while",  "until",   "when",     "case",
    "match",  "with",      "or",     "and",     "not",    "is",      "nil",      "null",
    "None",   "undefined", "NULL",   "nullptr", "undef",  "defined", "isset",    "empty",
    "assert", "try",       "rescue", "catch",   "is_nil", "nil?",    "present?", "blank?"};

/* Whether a string has the name in one of its holes: `{len(name)}`. */
static bool is_in_hole(Str text, Str name)
{
    bool hole = false;
    for (size_t i = 0; i < text.len; i++) {
        hole = text.ptr[i] == '{' || (hole && text.ptr[i] != '}');
        size_t end = i + name.len;
        if (hole && str_starts(str_from_offset(text, i), name) && !byte_is_word(text.ptr[i - 1]) &&
            end < text.len && !byte_is_word(text.ptr[end]))
            return true;
    }
    return false;
}

/* Whether a token is the variable, or a string that has it in a hole. */
static bool names(const UseText *file, size_t i, Str variable)
{
    return file->tokens.ptr[i].kind == TOKEN_STRING ? is_in_hole(use_text_at(file, i), variable)
                                                    : use_text_is_word(file, i, variable);
}

/* The variable that a line assigns to, or declares with a value; empty: none. */
static Str variable_of(const UseText *file, size_t first, size_t name)
{
    for (size_t i = first; i < name; i++)
        if (use_text_mark(file, i) == '=' && i > first && use_text_mark(file, i + 1) != '=')
            return file->tokens.ptr[i - 1].kind == TOKEN_WORD           ? use_text_at(file, i - 1)
                   : i > first + 1 && use_text_mark(file, i - 1) == ':' ? use_text_at(file, i - 2)
                                                                        : (Str){0};
    return (Str){0};
}

void result_uses_follow(TextUses *uses, const Consequence *call, Str name, uint32_t last,
                        ConsequenceVec *found)
{
    const UseText *file = use_text_open(uses, call->path);
    if (!file)
        return;
    size_t first = code_tokens_from(&file->tokens, lines_offset(file->text, call->line)), i = first;
    size_t end = lines_offset(file->text, MIN(last, call->line + LINES_ON) + 1);
    size_t stop = lines_offset(file->text, call->line + 1);
    while (i < file->tokens.len && file->tokens.ptr[i].start < stop &&
           !use_text_is_word(file, i, name))
        i++;
    Str variable = variable_of(file, first, i);
    uint32_t told = call->line;
    for (; variable.len && i < file->tokens.len && file->tokens.ptr[i].start < end; i++) {
        uint32_t line = (uint32_t)lines_at_offset(file->text, file->tokens.ptr[i].start);
        if (!names(file, i, variable) || line == told || !use_text_keeps(file, line))
            continue;
        if (use_text_mark(file, i + 1) == '=' && use_text_mark(file, i + 2) != '=')
            return;
        told = line;
        Consequence *use = VEC_PUSH(uses->arena, found);
        *use = *call;
        use->line = line;
        use->likely = true;
        use->why = str_format(uses->arena, "'%.*s' is its result: %.*s", STR_ARG(variable),
                              STR_ARG(call->why));
    }
}

/* How far a line is indented. */
static size_t indent_of(Str text, uint32_t line)
{
    size_t at = lines_offset(text, line), end = at;
    while (end < text.len && byte_in(text.ptr[end], " \t"))
        end++;
    return end - at;
}

/* Whether a line of the file begins a match: it has its word. */
static bool begins_match(const UseText *file, uint32_t line)
{
    size_t i = code_tokens_from(&file->tokens, lines_offset(file->text, line));
    for (size_t end = lines_offset(file->text, line + 1);
         i < file->tokens.len && file->tokens.ptr[i].start < end; i++)
        if (use_text_is_any_word(file, i) && str_is_listed(use_text_at(file, i), "case match"))
            return true;
    return false;
}

void result_uses_branches(TextUses *uses, const Consequence *call, Str variants,
                          ConsequenceVec *found)
{
    const UseText *file = use_text_open(uses, call->path);
    Str rest = variants, name;
    if (!file || !variants.len || !begins_match(file, call->line))
        return;
    size_t own = indent_of(file->text, call->line);
    size_t i = code_tokens_from(&file->tokens, lines_offset(file->text, call->line + 1));
    size_t end = lines_offset(file->text, call->line + LINES_ON);
    for (; i < file->tokens.len && file->tokens.ptr[i].start < end; i++) {
        uint32_t line = use_text_line(file, i);
        if (indent_of(file->text, line) <= own)
            return;
        size_t first = use_text_line_first(file, i);
        bool begins = i == first || (i == first + 1 && use_text_is_word(file, first, STR("case")));
        bool named = false;
        for (rest = variants; begins && str_take_until(&rest, ' ', &name);)
            named |= use_text_is_word(file, i, name);
        if (!named)
            continue;
        Consequence use = *call;
        use.line = line;
        use_text_add(uses, found, file, &use);
    }
}

static bool is_asking(Str word)
{
    for (size_t i = 0; i < COUNT(asking); i++)
        if (str_equal(word, str_from(asking[i])))
            return true;
    return false;
}

/* Whether the line of a token has a word that asks, or a comparison. */
static bool asks(const UseText *file, size_t i)
{
    size_t end = use_text_line_end(file, i);
    for (size_t k = use_text_line_first(file, i); k < end; k++) {
        char mark = use_text_mark(file, k), next = use_text_mark(file, k + 1);
        if (mark == '?' || (mark == '&' && next && byte_in(next, ".&")) ||
            (mark == '|' && next == '|') || (mark == '!' && next == '=') ||
            (mark == '=' && next == '=') || (mark == '/' && next == '/') ||
            (file->tokens.ptr[k].kind == TOKEN_WORD && is_asking(use_text_at(file, k))))
            return true;
    }
    return false;
}

/* What is done with a value right after it: a member of it, an item, a sum. */
static unsigned shown_after(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i), after = use_text_mark(file, i + 1);
    bool member = next == '.' || next == '[' || (next == '-' && after == '>');
    return member || (next && byte_in(next, "+*")) ? AFFECTS_TRUSTING : 0;
}

/* Whether a call brings a block: `f { … }`, `f do … end`, `f(&block)`. */
static bool has_block(const UseText *file, size_t name, size_t after)
{
    size_t end = use_text_line_end(file, name);
    for (size_t i = name + 1; i < end; i++)
        if (use_text_is_word(file, i, STR("do")) || (i < after && use_text_mark(file, i) == '&') ||
            (i >= after && use_text_mark(file, i) == '{'))
            return true;
    return false;
}

/* The brace of the body of an anonymous heir, `new T(…) {`; 0: none follows the arguments. */
static size_t body_at(const UseText *file, size_t name)
{
    const char *word = lang_facts(file->language)->heirs.anonymous;
    size_t after =
        use_text_mark(file, name + 1) == '(' ? use_text_close(file, name + 1) + 1 : name + 1;
    bool made = word && name && use_text_is_word(file, name - 1, str_from(word));
    if (made && use_text_mark(file, after) == '<') { /* `new T<A>(…) {` */
        while (after < file->tokens.len && use_text_mark(file, after) != '(')
            after++;
        after = use_text_close(file, after) + 1;
    }
    return made && use_text_mark(file, after) == '{' ? after : 0;
}

/* Whether the word that takes a result apart is before what the name is a member of. */
static bool is_awaited(const UseText *file, size_t name)
{
    const char *words = lang_facts(file->language)->heads.awaited;
    Str rest = str_from(words ? words : ""), word = {0};
    while (name > 1 && use_text_mark(file, name - 1) == '.') {
        size_t owner = use_text_opening(file, name - 2, LINES_ON);
        bool called = owner && owner != name - 2 && use_text_is_any_word(file, owner - 1);
        name = called ? owner - 1 : owner;
    }
    return str_take_until(&rest, ' ', &word) && name && use_text_is_word(file, name - 1, word);
}

/* Words before a bracket that go through what is in it. */
static const char *const takers[] = {"foreach",
                                     "list",
                                     "tuple",
                                     "sorted",
                                     "set",
                                     "frozenset",
                                     "sum",
                                     "all",
                                     "any",
                                     "max",
                                     "min",
                                     "dict",
                                     "zip",
                                     "enumerate",
                                     "map",
                                     "filter",
                                     "join",
                                     "extend",
                                     "from",
                                     "update",
                                     "Array",
                                     "for",
                                     "iterator_to_array"};

/* Whether code only goes through the value between two tokens: `for x in f()`, `list(f())`. */
static bool goes_through(const UseText *file, size_t first, size_t after)
{
    char next = use_text_mark(file, after);
    Str last = first ? use_text_at(file, first - 1) : (Str){0};
    if (next && byte_in(next, ".[?-+*"))
        return false;
    if (str_is_listed(last, "in of from"))
        return true;
    Str taker = first > 1 && str_equal(last, STR("(")) ? use_text_at(file, first - 2) : (Str){0};
    for (size_t i = 0; i < COUNT(takers); i++)
        if (str_equal(taker, str_from(takers[i])))
            return true;
    return false;
}

/* Whether all that is done with the result of a call is to go through it, once. */
static bool is_iterated(const UseText *file, size_t i, size_t after, Str variable)
{
    size_t first = i, uses = 0;
    bool through = true;
    while (first > 1 && use_text_mark(file, first - 1) == '.' &&
           use_text_is_any_word(file, first - 2))
        first -= 2;
    if (!variable.len)
        return goes_through(file, first, after);
    size_t end = lines_offset(file->text, use_text_line(file, i) + LINES_ON);
    for (size_t k = after; k < file->tokens.len && file->tokens.ptr[k].start < end; k++)
        if (use_text_is_word(file, k, variable)) {
            uses++;
            through &= goes_through(file, k, k + 1);
        }
    return uses == 1 && through;
}

/* What the call whose name is at a token shows; `line` is the first token of its line. */
static unsigned shown_at(const UseText *file, size_t line, size_t i)
{
    bool made = i > line && use_text_is_word(file, i - 1, STR("new"));
    size_t after = use_text_mark(file, i + 1) == '(' ? use_text_close(file, i + 1) + 1 : i + 1;
    unsigned shows = (made ? AFFECTS_NEW : 0) | (is_awaited(file, i) ? 0 : AFFECTS_UNAWAITED);
    shows |= use_text_mark(file, i + 1) == '<' ? 0 : AFFECTS_BARE;
    shows |= has_block(file, i, after) ? AFFECTS_BLOCKS : AFFECTS_BLOCKLESS;
    Str variable = variable_of(file, line, i);
    shows |= is_iterated(file, i, after, variable) ? 0 : AFFECTS_UNITERATED;
    if (asks(file, i))
        return shows | AFFECTS_ASKING;
    if (!variable.len)
        return shows | shown_after(file, after);
    size_t end = lines_offset(file->text, use_text_line(file, i) + LINES_ON);
    for (i = after; i < file->tokens.len && file->tokens.ptr[i].start < end; i++)
        if (use_text_is_word(file, i, variable))
            return shows | (asks(file, i) ? (unsigned)AFFECTS_ASKING : shown_after(file, i + 1));
    return shows;
}

static size_t line_begin(const UseText *file, uint32_t line)
{
    return code_tokens_from(&file->tokens, lines_offset(file->text, line));
}

/* Calls `each` for the tokens of a use's line that are its name, until it gives more than 0. */
static size_t find_named(const UseText *file, const OldUse *use,
                         size_t (*each)(const UseText *file, size_t name))
{
    size_t found = 0, end = file ? lines_offset(file->text, use->line + 1) : 0;
    for (size_t i = file ? line_begin(file, use->line) : 0;
         file && !found && i < file->tokens.len && file->tokens.ptr[i].start < end; i++)
        found = use_text_is_word(file, i, use->name) ? each(file, i) : 0;
    return found;
}

static size_t itself(const UseText *file, size_t name)
{
    (void)file;
    return name + 1;
}

unsigned result_uses_show(TextUses *uses, const OldUse *use)
{
    const UseText *file = use_text_open(uses, use->path);
    size_t name = find_named(file, use, itself);
    unsigned shows = name ? shown_at(file, line_begin(file, use->line), name - 1) : 0;
    return shows | (find_named(file, use, body_at) ? AFFECTS_HEIRS : 0);
}

StrVec result_uses_anonymous(TextUses *uses, const OldUse *use)
{
    const UseText *file = use_text_open(uses, use->path);
    size_t open = find_named(file, use, body_at), close = open ? use_text_close(file, open) : 0;
    StrVec words = {0};
    for (size_t k = open; k < close && k < file->tokens.len; k++)
        if (use_text_is_any_word(file, k))
            *VEC_PUSH(uses->arena, &words) = use_text_at(file, k);
    return words;
}

bool result_uses_bear(const UseText *file, size_t i, unsigned affects)
{
    if (!(affects & (AFFECTS_TRUSTING | AFFECTS_ASKING)))
        return false;
    unsigned shows = shown_at(file, use_text_line_first(file, i), i);
    return (affects & AFFECTS_TRUSTING && shows & AFFECTS_ASKING) ||
           (affects & AFFECTS_ASKING && shows & AFFECTS_TRUSTING);
}

bool result_uses_concern(const UseText *file, size_t i, unsigned affects)
{
    affects &= RESULT_USES_SHOWN & ~(unsigned)AFFECTS_ASKING;
    return affects && affects & shown_at(file, use_text_line_first(file, i), i);
}
