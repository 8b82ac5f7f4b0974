/* A name that a macro pastes together is not in the text. Each chain of `##` in a macro is a
   pattern: literal parts and parameters. If the old name fits, and what a parameter would stand for
   is an argument somewhere, the name may be built. */
#include "refactor/rename.h"

#include "text/lines.h"

/* Parts of one chain that are kept; no macro that was seen has more than five. */
#define PARTS_KEPT 8
/* Words that were looked for as arguments; most chains of a repository leave the same few. */
#define ANSWERS_KEPT 64

typedef struct Chain {
    Str parts[PARTS_KEPT];
    bool is_parameter[PARTS_KEPT];
    size_t count;
} Chain;

static size_t skip_blanks(Str text, size_t at)
{
    while (at < text.len && byte_in(text.ptr[at], " \t\\\r\n"))
        at++;
    return at;
}

/* The parameters of the macro around an offset, as written between its parentheses. */
static Str parameters_at(Str text, size_t at)
{
    size_t start = at;
    while (start > 1 && !(text.ptr[start - 1] == '\n' && text.ptr[start - 2] != '\\'))
        start--;
    Str head = str_slice(text, start > 1 ? start : 0, at);
    size_t open = str_find_byte(head, '('), close = str_find_byte(head, ')');
    return open == STR_NONE || close == STR_NONE || close < open ? (Str){0}
                                                                 : str_slice(head, open + 1, close);
}

static bool is_parameter(Str parameters, Str word)
{
    Str part;
    while (str_take_until(&parameters, ',', &part))
        if (str_equal(str_trim(part), word))
            return true;
    return str_equal(word, STR("__VA_ARGS__"));
}

/* Reads the chain whose first `##` is at `mark`; the offset after it comes back. */
static size_t read_chain(Str text, size_t mark, Chain *chain)
{
    Str parameters = parameters_at(text, mark);
    size_t end = mark;
    while (end && byte_in(text.ptr[end - 1], " \t"))
        end--;
    size_t start = end;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    *chain = (Chain){0};
    while (true) {
        Str word = str_slice(text, start, end);
        if (chain->count < PARTS_KEPT) {
            chain->is_parameter[chain->count] = is_parameter(parameters, word);
            chain->parts[chain->count++] = word;
        }
        size_t next = skip_blanks(text, end);
        if (next + 1 >= text.len || text.ptr[next] != '#' || text.ptr[next + 1] != '#')
            return MAX(end, mark + 2);
        start = skip_blanks(text, next + 2);
        end = str_word_end(text, start);
        if (end == start)
            return next + 2;
    }
}

/* Whether the word is a whole argument somewhere in the text: `(word,`. */
static bool is_argument(Str text, Str word)
{
    for (size_t at = 0; at + word.len <= text.len;) {
        size_t found = str_find(str_from_offset(text, at), word);
        if (found == STR_NONE)
            return false;
        size_t start = at + found, end = start + word.len, next = skip_blanks(text, end);
        bool whole = start && !byte_is_word(text.ptr[start - 1]) &&
                     (end == text.len || !byte_is_word(text.ptr[end]));
        while (start && byte_in(text.ptr[start - 1], " \t\\\r\n"))
            start--;
        if (whole && start && byte_in(text.ptr[start - 1], "(,") && next < text.len &&
            byte_in(text.ptr[next], ",)"))
            return true;
        at = end;
    }
    return false;
}

/* ---- files ---- */

typedef struct Pasting {
    Rename *rename;
    Arena scratch; /* for texts */
    Arena rest;    /* what the text at hand leaves of it */
    Str argument;  /* that is looked for */
    struct {
        Str word;
        bool is_argument;
    } known[ANSWERS_KEPT];
    size_t known_count;
    enum {
        PAIRS_UNKNOWN,
        PAIRS_NONE,
        PAIRS_FOUND
    } pairs;
} Pasting;

bool rename_each_text(Rename *rename, Arena scratch, RenameVisit *visit, void *context)
{
    for (size_t i = 0; i < rename->catalog->files.len; i++) {
        const CatalogFile *row = &rename->catalog->files.ptr[i];
        Arena work = scratch;
        FsFile file SCOPED(fs_close) = {.fd = -1};
        Err ignored = {0};
        Str text;
        size_t dot = str_find_last_byte(row->path, '.');
        bool included = dot != STR_NONE && name_is_listed(rename->facts->included,
                                                          str_from_offset(row->path, dot + 1));
        if (!row->path.len || row->class == FILE_BINARY ||
            (!rename_facts(row->language) && !included) ||
            !session_open_file(rename->request, rename->session, &work, row->path, &file,
                               &ignored) ||
            !fs_read_all(&work, &file, &text, &ignored))
            continue;
        if (visit(context, row, text, work))
            return true;
    }
    return false;
}

static bool each_text(Pasting *pasting, RenameVisit *visit)
{
    return rename_each_text(pasting->rename, pasting->scratch, visit, pasting);
}

static bool visit_argument(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Pasting *pasting = context;
    pasting->rest = rest;
    (void)row;
    return is_argument(text, pasting->argument);
}

static bool is_known_argument(Pasting *pasting, Str word)
{
    for (size_t i = 0; i < pasting->known_count; i++)
        if (str_equal(pasting->known[i].word, word))
            return pasting->known[i].is_argument;
    Pasting inner = {.rename = pasting->rename, .scratch = pasting->rest, .argument = word};
    bool found = word.len && each_text(&inner, visit_argument);
    if (pasting->known_count < ANSWERS_KEPT) {
        pasting->known[pasting->known_count].word = word;
        pasting->known[pasting->known_count++].is_argument = found;
    }
    return found;
}

/* Whether two arguments side by side are the name, cut in two: `(open, file)`. */
static bool has_pair(Str text, Str name)
{
    for (size_t at = 0, found;
         (found = str_find_byte(str_from_offset(text, at), ',')) != STR_NONE;) {
        size_t comma = at + found, start = comma, next = skip_blanks(text, comma + 1);
        at = comma + 1;
        while (start && byte_in(text.ptr[start - 1], " \t"))
            start--;
        size_t end = start;
        while (start && byte_is_word(text.ptr[start - 1]))
            start--;
        Str left = str_slice(text, start, end);
        Str right = str_slice(text, next, str_word_end(text, next));
        if (left.len && right.len && left.len + right.len == name.len && str_starts(name, left) &&
            str_ends(name, right))
            return true;
    }
    return false;
}

static bool visit_pair(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Pasting *pasting = context;
    pasting->rest = rest;
    (void)row;
    return has_pair(text, pasting->argument);
}

/* Two parameters and nothing else: any two arguments may be meant. */
static bool is_pair(Pasting *pasting)
{
    Pasting inner = {
        .rename = pasting->rename, .scratch = pasting->rest, .argument = pasting->rename->old};
    if (!pasting->pairs)
        pasting->pairs = each_text(&inner, visit_pair) ? PAIRS_FOUND : PAIRS_NONE;
    return pasting->pairs == PAIRS_FOUND;
}

/* Whether the chain can build the name. */
static bool builds(Pasting *pasting, const Chain *chain, Str name)
{
    size_t first = 0, last = chain->count;
    while (first < last && !chain->is_parameter[first]) {
        if (!str_starts(name, chain->parts[first]))
            return false;
        name = str_from_offset(name, chain->parts[first++].len);
    }
    while (last > first && !chain->is_parameter[last - 1]) {
        if (!str_ends(name, chain->parts[last - 1]))
            return false;
        name = str_slice(name, 0, name.len - chain->parts[--last].len);
    }
    if (first == last || !name.len)
        return first == last && !name.len;
    if (last - first == 1)
        return is_known_argument(pasting, name);
    for (size_t cut = 1; cut < name.len && last - first == 2; cut++)
        if (is_known_argument(pasting, str_slice(name, 0, cut)) &&
            is_known_argument(pasting, str_from_offset(name, cut)))
            return true;
    return last - first > 2 && (first || last < chain->count);
}

static bool visit_chains(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Pasting *pasting = context;
    pasting->rest = rest;
    Rename *rename = pasting->rename;
    Chain chain;
    for (size_t at = 0, found;
         (found = str_find(str_from_offset(text, at), STR("##"))) != STR_NONE;) {
        size_t mark = at + found;
        at = read_chain(text, mark, &chain);
        bool pure = true;
        for (size_t i = 0; i < chain.count; i++)
            pure &= chain.is_parameter[i];
        if (pure ? chain.count != 2 || !is_pair(pasting) : !builds(pasting, &chain, rename->old))
            continue;
        rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, mark),
                        str_format(rename->request->arena,
                                   "a macro with ## may build the name '%.*s'",
                                   STR_ARG(rename->old)));
        return true;
    }
    return false;
}

void rename_check_pasting(Rename *rename)
{
    Pasting pasting = {.rename = rename, .scratch = *rename->request->scratch};
    if (rename->facts->names_are_global)
        (void)each_text(&pasting, visit_chains);
}
