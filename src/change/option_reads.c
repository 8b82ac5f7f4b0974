/* A name is read where a parameter, or a variable that takes the arguments, is asked for it. A
   function that hands the whole argument on in more places than before may read it there. */
#include "change/option_reads.h"

#include "change/affected.h"
#include "change/parameters.h"

/* Options of one function, and its parameters. */
#define NAMES_MAX 100
/* Tokens of one call that are looked at. */
#define CALL_TOKENS_MAX 2000

typedef struct OptionReads {
    Arena *arena;
    const ChangeSide *side;
    size_t first, last; /* tokens of the body */
    StrVec holders;     /* parameters, and variables that take the arguments */
    StrVec names;
    size_t bare; /* places where a holder is used as a whole */
    bool open;   /* the head takes names that it does not list */
} OptionReads;

/* ---- tokens ---- */

static Str text_at(const OptionReads *reads, size_t i)
{
    if (i >= reads->last)
        return (Str){0};
    const Token *token = &reads->side->tokens.ptr[i];
    return str_slice(reads->side->code.text, token->start, token->end);
}

static TokenKind kind_at(const OptionReads *reads, size_t i)
{
    return i < reads->last ? reads->side->tokens.ptr[i].kind : TOKEN_MARK;
}

static char mark_at(const OptionReads *reads, size_t i)
{
    Str text = text_at(reads, i);
    return text.len && kind_at(reads, i) == TOKEN_MARK ? text.ptr[0] : '\0';
}

/* Whether nothing is between a token and the one before. */
static bool is_joined(const OptionReads *reads, size_t i)
{
    return i && i < reads->last &&
           reads->side->tokens.ptr[i - 1].end == reads->side->tokens.ptr[i].start;
}

/* A name without the signs in front: `args` of `%args`. */
static Str plain(Str name)
{
    while (name.len && !byte_is_word(name.ptr[0]))
        name = str_from_offset(name, 1);
    return name;
}

/* The name that a string or a word is; empty: the token is neither. */
static Str name_at(const OptionReads *reads, size_t i)
{
    Str text = text_at(reads, i);
    if (kind_at(reads, i) == TOKEN_STRING)
        return text.len > 2 ? str_slice(text, 1, text.len - 1) : (Str){0};
    return kind_at(reads, i) == TOKEN_WORD ? text : (Str){0};
}

/* The name in brackets that close right after it: `"a"]`, `:a]`, `a}`. */
static Str key_at(const OptionReads *reads, size_t i, bool word)
{
    bool sign = mark_at(reads, i) == ':';
    char close = mark_at(reads, i + sign + 1);
    bool named = word || sign || kind_at(reads, i) == TOKEN_STRING;
    return named && close && byte_in(close, "]}),") ? name_at(reads, i + sign) : (Str){0};
}

/* ---- reads ---- */

static void add_name(OptionReads *reads, Str name)
{
    if (name.len && byte_is_word(name.ptr[0]) && reads->names.len < NAMES_MAX &&
        !change_texts_have(&reads->names, name))
        *VEC_PUSH(reads->arena, &reads->names) = name;
}

/* Adds the names of a pattern, `{ a, b: c, d = 1 }`, whose bracket is at a byte. */
static void add_pattern(OptionReads *reads, Str text)
{
    int depth = 0;
    bool begins = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        size_t end = i;
        while (end < text.len && byte_is_word(text.ptr[end]))
            end++;
        if (begins && depth == 1 && end > i) {
            Str after = str_trim(str_from_offset(text, end));
            if (after.len && byte_in(after.ptr[0], ",}:="))
                add_name(reads, str_slice(text, i, end));
        }
        reads->open |= c == '.' && str_starts(str_from_offset(text, i), STR("..."));
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
        begins = byte_in(c, "{,") || (begins && (byte_is_space(c)));
        i = end > i ? end - 1 : i;
        if (!depth && i)
            return;
    }
}

/* Adds the names of a pattern that ends at a token: `{ a, b } = options`. */
static bool read_pattern(OptionReads *reads, size_t close)
{
    size_t open = close, depth = 0;
    for (; open > reads->first; open--) {
        char mark = mark_at(reads, open);
        depth += mark && byte_in(mark, ")]}");
        depth -= depth && mark && byte_in(mark, "([{");
        if (!depth)
            break;
    }
    if (mark_at(reads, open) != '{')
        return false;
    add_pattern(reads, str_slice(reads->side->code.text, reads->side->tokens.ptr[open].start,
                                 reads->side->tokens.ptr[close].end));
    return true;
}

/* What a member of a holder, whose name is at a token, reads. */
static Str read_member(const OptionReads *reads, size_t i)
{
    Str name = text_at(reads, i);
    size_t open = i + 1 + (mark_at(reads, i + 1) == '!' || mark_at(reads, i + 1) == '?');
    if (kind_at(reads, i) != TOKEN_WORD || mark_at(reads, open) != '(')
        return kind_at(reads, i) == TOKEN_WORD ? name : (Str){0};
    return str_is_listed(name, "get pop fetch delete dig has_key key setdefault hasOwnProperty")
               ? key_at(reads, open + 1, false)
               : (Str){0};
}

/* The name that a call reads of the holder at a token, its first argument: `Keyword.get(opts, :a)`.
 */
static Str read_argument(const OptionReads *reads, size_t i)
{
    size_t call = i - 2;
    if (i < reads->first + 4 || mark_at(reads, i - 1) != '(' || mark_at(reads, i + 1) != ',')
        return (Str){0};
    call -= mark_at(reads, call) && byte_in(mark_at(reads, call), "!?");
    return str_is_listed(text_at(reads, call), "get fetch pop has_key get_values get_lazy")
               ? key_at(reads, i + 2, false)
               : (Str){0};
}

/* Reads what is asked of the holder at a token. */
static void read_holder(OptionReads *reads, size_t i)
{
    size_t next = i + 1 + (mark_at(reads, i + 1) == '?' && mark_at(reads, i + 2) == '.');
    char mark = mark_at(reads, next), after = mark_at(reads, next + 1);
    Str name = {0};
    if (mark == '[')
        name = key_at(reads, next + 1 + (after == '['), false);
    else if (mark == '{' && is_joined(reads, next))
        name = key_at(reads, next + 1, true);
    else if (mark == '-' && after == '>' && mark_at(reads, next + 2) == '{')
        name = key_at(reads, next + 3, true);
    else if (mark == '-' && after == '>')
        name = read_member(reads, next + 2);
    else if (mark == '.' || mark == '$')
        name = read_member(reads, next + 1);
    else
        name = read_argument(reads, i);
    bool assigned = (mark == '=' && after != '=' && after != '>') ||
                    (mark && byte_in(mark, "+|?&/") && (after == '=' || after == mark));
    if (name.len)
        add_name(reads, name);
    else if (mark_at(reads, i - 1) == '=' && i > reads->first + 2 && mark_at(reads, i - 2) == '}' &&
             read_pattern(reads, i - 2))
        return;
    else
        reads->bare += !assigned;
}

/* Adds variables that take all arguments, where no head lists them: `my ($self, %args) = @_`. */
static void add_takers(OptionReads *reads)
{
    const char *arguments = lang_facts(reads->side->outline.language)->arguments;
    for (size_t i = reads->first + 2; arguments && i + 1 < reads->last; i++) {
        if (!str_ends(str_slice(reads->side->code.text, 0, reads->side->tokens.ptr[i].end),
                      str_from(arguments)))
            continue;
        size_t from = i;
        while (from > reads->first && mark_at(reads, from) != ';' && mark_at(reads, from) != '{')
            from--;
        for (size_t k = from; k < i; k++)
            if (kind_at(reads, k) == TOKEN_WORD && !str_equal(text_at(reads, k), STR("my")))
                *VEC_PUSH(reads->arena, &reads->holders) = plain(text_at(reads, k));
    }
}

/* False: the function has no body, or its tokens were not kept. */
static bool read_options(Arena *arena, const ChangeSide *side, uint32_t symbol, OptionReads *reads)
{
    const Symbol *function = &side->outline.symbols.ptr[symbol];
    ParameterVec parameters = {0};
    *reads = (OptionReads){.arena = arena, .side = side};
    if (!function->body || !side->tokens.ptr)
        return false;
    reads->first = side->own[symbol].first;
    reads->last = MIN(side->own[symbol].last, side->tokens.len);
    while (reads->first < reads->last && side->tokens.ptr[reads->first].start < function->body)
        reads->first++;
    if (parameters_read(arena, side, symbol, &parameters))
        for (size_t i = 0; i < MIN(parameters.len, NAMES_MAX); i++) {
            Str name = parameters.ptr[i].name;
            size_t brace = str_find_byte(name, '{');
            if (brace != STR_NONE)
                add_pattern(reads, str_from_offset(name, brace));
            else if (plain(name).len)
                *VEC_PUSH(arena, &reads->holders) = plain(name);
        }
    else
        add_takers(reads);
    for (size_t i = reads->first + 1; i < reads->last; i++) {
        char before = mark_at(reads, i - 1);
        bool member = before == '.' && mark_at(reads, i - 2) != '.';
        if (kind_at(reads, i) == TOKEN_WORD && !member &&
            change_texts_have(&reads->holders, plain(text_at(reads, i))))
            read_holder(reads, i);
    }
    return true;
}

/* Whether the body has the name as a string, a symbol or a member, or the head has it. */
static bool mentions(const OptionReads *reads, Str name)
{
    if (change_texts_have(&reads->names, name) || change_texts_have(&reads->holders, name))
        return true;
    for (size_t i = reads->first + 1; i < reads->last; i++) {
        if (!str_equal(name_at(reads, i), name))
            continue;
        char before = mark_at(reads, i - 1), next = mark_at(reads, i + 1);
        if (kind_at(reads, i) == TOKEN_STRING || before == '.' || next == ':' ||
            (next == '=' && mark_at(reads, i + 2) == '>') ||
            (before && byte_in(before, ":{$") && is_joined(reads, i)))
            return true;
    }
    return false;
}

void option_reads_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    OptionReads old, new;
    if (!symbol_is_function(changed_symbol(set, changed)->kind) ||
        !symbol_is_function(changed_old_symbol(set, changed)->kind) ||
        a->outline.language != b->outline.language ||
        !read_options(arena, a, changed->old_symbol, &old) || !old.names.len ||
        !read_options(arena, b, changed->new_symbol, &new) || new.open || new.bare > old.bare)
        return;
    for (size_t i = 0; i < old.names.len && changed->breaking.len < CHANGE_WHAT_MAX; i++)
        if (!mentions(&new, old.names.ptr[i])) {
            affected_say(
                arena, changed, AFFECTS_OPTIONS,
                str_format(arena, "it does not read '%.*s' any more", STR_ARG(old.names.ptr[i])));
            changed->asked[changed->breaking.len - 1] = old.names.ptr[i];
        }
}

/* ---- calls ---- */

/* The name that a token gives to a value: `a: 1`, `a=1`, `"a" => 1`, `{ a }`; or empty. */
static Str given_at(const UseText *file, size_t i)
{
    Str text = use_text_at(file, i);
    TokenKind kind = i < file->tokens.len ? file->tokens.ptr[i].kind : TOKEN_MARK;
    char next = use_text_mark(file, i + 1), after = use_text_mark(file, i + 2);
    char before = i ? use_text_mark(file, i - 1) : '\0';
    bool named = (next == ':' && after != ':') || (next == '=' && after != '=');
    bool alone = before && byte_in(before, "{,") && next && byte_in(next, ",}");
    if (kind == TOKEN_STRING)
        return named && text.len > 2 ? str_slice(text, 1, text.len - 1) : (Str){0};
    return kind == TOKEN_WORD && (named || alone) ? text : (Str){0};
}

/* The names that the call at a token gives: in brackets, or up to the end of the line. */
static StrVec given_by(const UseText *file, Arena *arena, size_t i)
{
    StrVec names = {0};
    bool closed = use_text_mark(file, i + 1) && byte_in(use_text_mark(file, i + 1), "({");
    size_t end = closed ? use_text_close(file, i + 1) : use_text_line_end(file, i);
    for (size_t k = i + 1; k < MIN(end, i + CALL_TOKENS_MAX); k++) {
        Str name = given_at(file, k);
        if (name.len)
            *VEC_PUSH(arena, &names) = name;
    }
    return names;
}

StrVec option_reads_given(TextUses *uses, Str path, uint32_t line, Str name)
{
    const UseText *file = use_text_open(uses, path);
    size_t i = file ? use_text_from_line(file, line) : 0;
    StrVec names = {0};
    for (; file && i < file->tokens.len && use_text_line(file, i) == line; i++) {
        const StrVec given =
            use_text_is_word(file, i, name) ? given_by(file, uses->arena, i) : (StrVec){0};
        for (size_t k = 0; k < given.len; k++)
            *VEC_PUSH(uses->arena, &names) = given.ptr[k];
    }
    return names;
}

Str option_reads_concern(TextUses *uses, const UseText *file, size_t i,
                         const ChangedSymbol *changed)
{
    if (!(affected_all(changed) & AFFECTS_OPTIONS))
        return (Str){0};
    const StrVec names = given_by(file, uses->arena, i);
    for (size_t k = 0; k < changed->breaking.len; k++)
        if (changed->affects[k] & AFFECTS_OPTIONS && change_texts_have(&names, changed->asked[k]))
            return changed->breaking.ptr[k];
    return (Str){0};
}
