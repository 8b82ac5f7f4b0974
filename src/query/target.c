/* Parsing of targets (PATH, PATH:LINES, PATH::NAME). Since paths can contain colons, a text has
   several readings; the longest path that exists decides. A name is compared with all symbols of
   the outline, with the scope separators of all languages made equal. Declarations of one thing
   count as one match. */
#include "query/target.h"

#include "base/shell.h"
#include "index/catalog/merged.h"
#include "index/resolve/resolve.h"
#include "lang/symbol_name.h"
#include "query/module_meant.h"
#include "text/address.h"
#include "text/nearest.h"

/* Lines that may be between two declarations which are shown as one. */
#define JOINED_GAP_LINES 8

/* ---- the text ---- */

/* Takes ":12", ":12-" or ":12-40" off the end; false if it has no such end. */
static bool take_lines(Str text, Target *target)
{
    *target = (Target){0};
    size_t colon = str_find_last_byte(text, ':');
    if (colon == STR_NONE || colon == 0)
        return false;
    Str first = str_from_offset(text, colon + 1), last = {0};
    size_t dash = str_find_byte(first, '-');
    if (dash != STR_NONE) {
        last = str_from_offset(first, dash + 1);
        first = str_slice(first, 0, dash);
    }
    if (!str_parse_u64(first, &target->first) || !target->first)
        return false;
    target->last = dash == STR_NONE ? target->first : UINT64_MAX;
    if (last.len && (!str_parse_u64(last, &target->last) || target->last < target->first))
        return false;
    target->path = str_slice(text, 0, colon);
    return true;
}

size_t target_readings(Str text, Target readings[TARGET_READINGS_MAX])
{
    size_t count = 0, cut = text.len;
    Str body = str_ends(text, STR(":")) ? str_slice(text, 0, text.len - 1) : text;
    count += take_lines(body, &readings[0]);
    if (count && readings[0].first == readings[0].last)
        count += take_lines(readings[0].path, &readings[1]); /* :LINE:COLUMN */
    while (count < TARGET_READINGS_MAX && (cut = address_cut(text, cut)) != STR_NONE)
        readings[count++] =
            (Target){.path = str_slice(text, 0, cut), .symbol = str_from_offset(text, cut + 2)};
    return count;
}

/* Whether the text ends in an invalid range of lines, as `:40-12` or `:0`; sets `path` and
   `lines`. */
static bool has_bad_lines(Str text, Str *path, Str *lines)
{
    uint64_t first, last;
    Str rest, number;
    size_t colon = str_find_last_byte(text, ':');
    if (colon == STR_NONE || colon == 0)
        return false;
    *path = str_slice(text, 0, colon);
    *lines = rest = str_from_offset(text, colon + 1);
    if (!str_take_until(&rest, '-', &number) || !str_parse_u64(number, &first))
        return false;
    if (!rest.len)
        return first == 0;
    return str_parse_u64(rest, &last) && (first == 0 || last < first);
}

/* Sets the error: about the lines, if the file exists and only they are wrong; else `whole`.
   Returns false. */
static bool fail_to_open(SessionRequest *request, const FsPolicy *policy, Str text,
                         const Err *whole, Err *err)
{
    Str path, lines;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    *err = *whole;
    if (whole->code != ERR_NOT_FOUND || !has_bad_lines(text, &path, &lines) ||
        !fs_open(request->arena, policy, path, &file, &ignored))
        return false;
    err_set(err, ERR_USAGE, "'%.*s': %s", STR_ARG(text),
            lines.ptr[0] == '0' ? "lines are counted from 1" : "the range ends before it begins");
    return err_hint(err, "PATH:12-40 is lines 12 to 40, PATH:12- all from line 12 on");
}

/* Opens the longest path that exists. If none does, the error is about the shortest, which was most
   likely meant. */
static bool open_part(SessionRequest *request, const FsPolicy *policy, const Err *whole,
                      Target *target, FsFile *file, Err *err)
{
    Str text = target->path;
    Target readings[TARGET_READINGS_MAX];
    size_t count = target_readings(text, readings);
    for (size_t i = 0; i < count; i++) {
        Err ignored = {0};
        *target = readings[i];
        if (fs_open(request->arena, policy, target->path, file, i + 1 < count ? &ignored : err))
            return true;
    }
    *target = (Target){.path = text};
    return count ? false : fail_to_open(request, policy, text, whole, err);
}

bool target_open(SessionRequest *request, Str text, Target *target, FsFile *file, Err *err)
{
    FsPolicy policy = request->policy;
    Str meant = address_read(request->arena, text);
    Err whole = {0};
    *target = (Target){.path = text};
    bool opened = fs_open(request->arena, &policy, text, file, &whole);
    if (!opened && meant.ptr != text.ptr) {
        Err ignored = {0};
        opened = open_part(request, &policy, &whole, target, file, &ignored);
        *target = opened ? *target : (Target){.path = meant};
        opened = opened || fs_open(request->arena, &policy, meant, file, &whole);
    }
    opened = opened || open_part(request, &policy, &whole, target, file, err);
    if (!opened && err->code == ERR_NOT_FOUND)
        module_meant_tell(request, text, err);
    file->cancel = request->cancel;
    return opened;
}

/* ---- symbols by name ---- */

/* What a symbol contributes: an addition, a declaration or the definition. */
enum {
    PART_ADDED,
    PART_DECLARED,
    PART_DEFINED,
    PART_COUNT
};

static int part_of(const Symbol *symbol)
{
    if (symbol->kind == SYMBOL_IMPL || symbol->kind == SYMBOL_ALTER)
        return PART_ADDED;
    return symbol->body ? PART_DEFINED : PART_DECLARED;
}

typedef struct Matches {
    const Symbol *found[CANDIDATES_MAX];
    size_t count;                    /* all matches, including those beyond CANDIDATES_MAX */
    const Symbol *parts[PART_COUNT]; /* last match of each kind */
    size_t part_counts[PART_COUNT];
    Str shared;  /* longest qualified name, if all others are suffixes of it */
    bool others; /* not all names are suffixes of `shared` */
    int quality;
} Matches;

/* Whether two names may be of one function: `A::run` and `ns::A::run`, but not `A.run` and
   `B.run`. */
static bool is_one_name(Str longer, Str shorter)
{
    return str_equal(longer, shorter) || symbol_name_ends_with(longer, shorter);
}

static void note_name(Matches *matches, Str qualified)
{
    if (is_one_name(qualified, matches->shared) || !matches->shared.len)
        matches->shared = qualified;
    else
        matches->others = matches->others || !is_one_name(matches->shared, qualified);
}

static void collect(Arena scratch, const Outline *outline, Str name, Matches *matches)
{
    Str plain = symbol_name_plain(&scratch, name);
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        int quality = (int)symbol_name_match(scratch, outline, i, name, plain);
        if (quality > matches->quality)
            *matches = (Matches){.quality = quality};
        if (quality == SYMBOL_NAME_DIFFERS || quality < matches->quality)
            continue;
        if (matches->count < CANDIDATES_MAX)
            matches->found[matches->count] = symbol;
        matches->count++;
        matches->part_counts[part_of(symbol)]++;
        matches->parts[part_of(symbol)] = symbol;
        note_name(matches,
                  symbol_name_plain(&scratch, symbol_qualified_name(&scratch, outline, i)));
    }
    matches->shared = (Str){0};
}

static bool fail_not_found(Arena *arena, const Outline *outline, Str path, Str name, Err *err)
{
    size_t count = outline->symbols.len;
    Str *names = NEW(arena, Str, count);
    for (size_t i = 0; i < count; i++)
        names[i] = outline->symbols.ptr[i].name;
    Str near = nearest_find(name, names, count);
    err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in '%.*s'", STR_ARG(name), STR_ARG(path));
    Str quoted = shell_quote_path(arena, path), quoted_grep = {0};
    if (outline->degraded)
        quoted_grep =
            str_format(arena,
                       "; the file was read in part for its syntax errors: fovea grep %.*s "
                       "%.*s searches its text",
                       STR_ARG(shell_quote(arena, name)), STR_ARG(quoted));
    if (near.len)
        return err_hint(err, "did you mean '%.*s'? fovea map %.*s lists all%.*s", STR_ARG(near),
                        STR_ARG(quoted), STR_ARG(quoted_grep));
    return err_hint(err, "fovea map %.*s lists what there is%.*s", STR_ARG(quoted),
                    STR_ARG(quoted_grep));
}

static bool fail_ambiguous(Arena *arena, const Outline *outline, const Matches *matches, Str path,
                           Str name, Err *err)
{
    Buf list = buf_open(arena, ERR_HINT_BYTES / 4 * 3);
    for (size_t i = 0; i < MIN(matches->count, CANDIDATES_MAX); i++) {
        const Symbol *symbol = matches->found[i];
        Buf item = buf_open(arena, 0);
        buf_put(&item, i ? STR(", ") : (Str){0});
        buf_put(&item,
                symbol_qualified_name(arena, outline, (size_t)(symbol - outline->symbols.ptr)));
        buf_put_byte(&item, ' ');
        view_put_range(&item, symbol->start_line, symbol->end_line);
        buf_put(&list, buf_str(&item));
    }
    if (matches->count > CANDIDATES_MAX)
        buf_printf(&list, " … %zu more", matches->count - CANDIDATES_MAX);
    err_set(err, ERR_FAILED, "%zu symbols in '%.*s' are called '%.*s'", matches->count,
            STR_ARG(path), STR_ARG(name));
    return err_hint(err, "say which by its full name or lines (%.*s:%u): %.*s", STR_ARG(path),
                    matches->found[0]->start_line, STR_ARG(buf_str(&list)));
}

/* Removes SQL quotes around the parts of a name, which maps show: "Q"."Tab", [dbo].[Us], `t`. */
static Str unquoted_name(Arena *arena, Str name)
{
    Buf bare = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++) {
        bool first = !i || byte_in(name.ptr[i - 1], ".:");
        char quote = name.ptr[i] == '[' ? ']' : name.ptr[i];
        bool opens = first && byte_in(quote, "\"`]");
        size_t inside = opens ? str_find_byte(str_from_offset(name, i + 1), quote) : STR_NONE;
        size_t after = inside == STR_NONE ? 0 : i + inside + 2;
        if (inside == STR_NONE || (after < name.len && !byte_in(name.ptr[after], ".:"))) {
            buf_put_byte(&bare, name.ptr[i]);
            continue;
        }
        buf_put(&bare, str_slice(name, i + 1, after - 1));
        i = after - 1;
    }
    return buf_str(&bare);
}

/* ---- declarations that are one ---- */

/* Whether two symbols are one thing: overloads with their body, a property's getter and setter, or
   merged declarations of TypeScript. */
static bool is_one_with(const Symbol *a, const Symbol *b)
{
    bool pair = (a->modifiers ^ b->modifiers) & (MODIFIER(GETTER) | MODIFIER(SETTER));
    bool overloads =
        symbol_is_function(a->kind) && a->kind == b->kind && (!a->body || !b->body || pair);
    return a->parent == b->parent && str_equal(a->name, b->name) &&
           (overloads || merged_kinds(a->kind, b->kind) || merged_kinds(b->kind, a->kind));
}

static TargetLines lines_of(const Symbol *first, const Symbol *last)
{
    return (TargetLines){.first = first->start_line,
                         .last = last->end_line,
                         .start = first->start,
                         .end = last->end};
}

/* Whether all matches are one thing. If so, sets the lines of all, or those of the last with a body
   if other symbols are between them. */
static bool join_lines(const Outline *outline, const Matches *matches, TargetLines *lines)
{
    if (matches->count > CANDIDATES_MAX)
        return false;
    const Symbol *first = matches->found[0], *last = matches->found[matches->count - 1];
    bool one = lang_facts(outline->language)->classes_are_values;
    for (size_t i = 1; one && i < matches->count; i++)
        one = is_one_with(matches->found[i - 1], matches->found[i]);
    bool together = one;
    for (const Symbol *symbol = first; together && symbol < last; symbol++)
        together = symbol->parent != first->parent || str_equal(symbol->name, first->name);
    const Symbol *body = matches->parts[PART_DEFINED];
    if (one && !together && body)
        *lines = lines_of(body, body);
    else if (one)
        *lines = lines_of(first, last);
    return one;
}

/* ---- several of one name ---- */

/* Whether nothing but the rest of a condition (`#else`) and comments is between two symbols. */
static bool follows(const Outline *outline, const Symbol *before, const Symbol *symbol)
{
    size_t after = before->next, at = (size_t)(symbol - outline->symbols.ptr);
    return after == at && symbol->parent == before->parent &&
           symbol->start_line <= before->end_line + JOINED_GAP_LINES;
}

/* Names the lines of the others. */
static Str say_others(Arena *arena, const Matches *matches, const Symbol *shown)
{
    Buf out = buf_open(arena, 0);
    size_t listed = MIN(matches->count, CANDIDATES_MAX);
    buf_printf(&out, "%.*s is declared %zu times; also", STR_ARG(shown->name), matches->count);
    for (size_t i = 0; i < listed; i++) {
        const Symbol *symbol = matches->found[i];
        if (symbol == shown)
            continue;
        buf_put_byte(&out, ' ');
        view_put_range(&out, symbol->start_line, symbol->end_line);
    }
    if (matches->count > listed)
        buf_printf(&out, " and %zu more", matches->count - listed);
    return buf_str(&out);
}

/* Keeps the matches that have a body, if any has one. */
static void keep_defined(Matches *matches)
{
    size_t kept = 0;
    if (!matches->part_counts[PART_DEFINED] || matches->count > CANDIDATES_MAX)
        return;
    for (size_t i = 0; i < matches->count; i++)
        if (part_of(matches->found[i]) == PART_DEFINED)
            matches->found[kept++] = matches->found[i];
    matches->count = kept;
}

/* The one to be shown alone: a getter, else the last if it replaces those before, else the first.
 */
static const Symbol *choose_shown(const Outline *outline, const Matches *matches)
{
    size_t listed = MIN(matches->count, CANDIDATES_MAX);
    for (size_t i = 0; i < listed; i++)
        if (matches->found[i]->modifiers & MODIFIER(GETTER))
            return matches->found[i];
    return matches->found[resolve_is_dynamic(outline->language) ? listed - 1 : 0];
}

/* Finds the lines if all matches have one qualified name, so that no name says more. */
static bool find_alike(Arena *arena, const Outline *outline, Matches *matches, TargetLines *lines)
{
    const Symbol *first = matches->found[0], *symbols = outline->symbols.ptr;
    Str name = symbol_qualified_name(arena, outline, (size_t)(first - symbols));
    size_t listed = MIN(matches->count, CANDIDATES_MAX);
    for (size_t i = 1; i < listed; i++)
        if (!str_equal(symbol_qualified_name(arena, outline, (size_t)(matches->found[i] - symbols)),
                       name))
            return false;
    Matches all = *matches;
    keep_defined(matches);
    bool together = matches->count <= CANDIDATES_MAX;
    for (size_t i = 1; together && i < matches->count; i++)
        together = follows(outline, matches->found[i - 1], matches->found[i]);
    const Symbol *shown = choose_shown(outline, matches);
    *lines = together ? lines_of(matches->found[0], matches->found[matches->count - 1])
                      : lines_of(shown, shown);
    lines->also = together ? (Str){0} : say_others(arena, &all, shown);
    return true;
}

bool target_find_lines(Arena *arena, const Outline *outline, Str path, Str name, TargetLines *lines,
                       Err *err)
{
    Matches matches = {0};
    if (name.len)
        collect(*arena, outline, name, &matches);
    Str bare = matches.count ? name : unquoted_name(arena, name);
    if (bare.len && bare.len != name.len)
        collect(*arena, outline, bare, &matches);
    if (!matches.count)
        return fail_not_found(arena, outline, path, name, err);
    const Symbol *symbol = matches.found[0];
    *lines = lines_of(symbol, symbol);
    if (matches.count == 1 || join_lines(outline, &matches, lines))
        return true;
    int part = PART_DEFINED;
    while (part && !matches.part_counts[part])
        part--;
    symbol = matches.parts[part];
    *lines = lines_of(symbol, symbol);
    return (matches.part_counts[part] == 1 && !matches.others) ||
           find_alike(arena, outline, &matches, lines) ||
           fail_ambiguous(arena, outline, &matches, path, name, err);
}
