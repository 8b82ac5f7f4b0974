/* What a moved text needs is found as completely as who uses it: every word of its code is looked
   up where it is written. */
#include "refactor/move.h"

#include "base/map.h"
#include "base/path.h"
#include "lang/lexical/code_tokens.h"
#include "lang/tree_words.h"
#include "text/lines.h"

#include <stdarg.h>

bool move_refuse(Err *err, const char *format, ...)
{
    char text[ERR_MESSAGE_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    err_set(err, ERR_NOT_FOUND, "not moved: %s", text);
    return err_hint(err, "nothing was written");
}

void move_note(Move *move, Str text)
{
    *VEC_PUSH(move->uses->request->arena, &move->notes) = text;
}

Str move_text(const Move *move)
{
    Str text =
        move->changed.len ? move->changed : str_slice(move->from.before, move->start, move->end);
    return text.len && text.ptr[text.len - 1] != '\n'
               ? str_join(move->uses->request->arena, text, STR("\n"))
               : text;
}

size_t move_cut_end(const Move *move)
{
    Str text = move->from.before;
    size_t start = move->start, end = move->end;
    while (end < text.len && byte_in(text.ptr[end], "\r\n") &&
           (start < 2 || text.ptr[start - 2] == '\n' || !start))
        end++;
    return end;
}

Str move_rest(const Move *move)
{
    Str text = move->from.before;
    size_t start = move->start, end = move_cut_end(move);
    Str rest =
        str_join(move->uses->request->arena, str_slice(text, 0, start), str_from_offset(text, end));
    while (end == text.len && rest.len > 1 && byte_in(rest.ptr[rest.len - 1], "\r\n") &&
           byte_in(rest.ptr[rest.len - 2], "\r\n") &&
           !(rest.ptr[rest.len - 2] == '\r' && (rest.len < 3 || rest.ptr[rest.len - 3] != '\n')))
        rest.len--; /* blank lines at the end of the file */
    return rest;
}

Str move_target(const Move *move, size_t at, Str inserted)
{
    Str before = move->to.before;
    Buf out = buf_open(move->uses->request->arena, 0);
    buf_put(&out, str_slice(before, 0, at));
    buf_put(&out, inserted);
    buf_put(&out, str_from_offset(before, at));
    while (out.len && byte_in(out.ptr[out.len - 1], "\r\n"))
        out.len--;
    const char *gap = move->uses->facts->gap ? move->uses->facts->gap : "\n\n";
    buf_put(&out, out.len ? str_from(gap) : (Str){0});
    buf_put(&out, move_text(move));
    return buf_str(&out);
}

void move_edit(Move *move, EditStatus status, Str path, Str before, Str after)
{
    if (str_equal(before, after))
        return;
    *VEC_PUSH(move->uses->request->arena, &move->set.files) =
        (EditFile){.status = status, .path = path, .before = before, .after = after};
}

/* Whether a place that names the symbol is within what is moved. */
static bool move_is_inside(const Move *move, const RenamePlace *place)
{
    return move->uses->files.ptr[place->file].id == move->from.id &&
           place->site.start >= move->start && place->site.start < move->end;
}

bool move_is_used_in(const Move *move, uint32_t file)
{
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        if (place->verdict <= RENAME_AMBIGUOUS && !place->declares &&
            move->uses->files.ptr[place->file].id == file && !move_is_inside(move, place))
            return true;
    }
    return false;
}

uint32_t move_left_behind(const Move *move, const MoveWord *word)
{
    const Catalog *catalog = move->uses->catalog;
    for (size_t i = 0; word->bare && i < word->symbols.len; i++) {
        SymbolPlace place = catalog_place(catalog, word->symbols.ptr[i]);
        const Entry *entry = catalog_entry(catalog, word->symbols.ptr[i]);
        if (place.file == move->from.id && place.index && !entry->parent &&
            !rename_has(move->uses, word->symbols.ptr[i]))
            return word->symbols.ptr[i];
    }
    return SYMBOL_NOWHERE;
}

const MoveWord *move_word(const Move *move, Str text)
{
    for (size_t i = 0; i < move->words.len; i++)
        if (str_equal(move->words.ptr[i].text, text))
            return &move->words.ptr[i];
    return NULL;
}

/* ---- preparation ---- */

static bool read_file(Move *move, Str path, MoveText *text, Err *err)
{
    Rename *uses = move->uses;
    Arena *arena = uses->request->arena;
    const Catalog *catalog = uses->catalog;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err missing = {0};
    OutlineOptions options = {.want_references = true, .want_docs = true, .no_ctags = true};
    text->path = path;
    text->id = catalog_find_file(catalog, path);
    if (!session_open_file(uses->request, uses->session, arena, path, &file, &missing))
        return text->id == FILE_NOWHERE || move_refuse(err, "'%.*s' cannot be read", STR_ARG(path));
    if (!fs_read_all(arena, &file, &text->before, err))
        return false;
    const Language *language = lang_detect(path, text->before);
    text->outline = (Outline){.language = language};
    lang_outline(arena, *uses->request->scratch, language, text->before, &options, &text->outline);
    return true;
}

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

static bool is_blank(Str text)
{
    return !str_trim(text).len;
}

/* Whether what is around a symbol is only scopes of names. */
static bool is_in_namespaces(const Move *move, const Symbol *symbol)
{
    const SymbolVec *symbols = &move->from.outline.symbols;
    const RenameFacts *facts = move->uses->facts;
    for (uint32_t i = symbol->parent; i; i = symbols->ptr[i - 1].parent)
        if (!(facts->space && symbols->ptr[i - 1].kind == SYMBOL_NAMESPACE) &&
            !(facts->modules_are_opened && (symbols->ptr[i - 1].kind == SYMBOL_MODULE ||
                                            symbols->ptr[i - 1].kind == SYMBOL_NAMESPACE)))
            return false;
    return true;
}

/* C: the declaration around the symbol that gives its name to it: `typedef struct x { … } x`. */
static const Symbol *whole_symbol(const Move *move)
{
    const SymbolVec *symbols = &move->from.outline.symbols;
    const Symbol *symbol = &symbols->ptr[move->index];
    for (size_t i = 0; i < symbols->len && move->uses->facts->types_are_tagged; i++) {
        const Symbol *other = &symbols->ptr[i];
        if (other->parent == symbol->parent && str_equal(other->name, symbol->name) &&
            other->start <= symbol->start && symbol->end <= other->end)
            return other;
    }
    return symbol;
}

/* Sets what is cut out: whole lines, with nothing else in them. */
static bool find_range(Move *move, Err *err)
{
    Str text = move->from.before;
    const Symbol *symbol = whole_symbol(move);
    size_t start = lines_start_at(text, symbol->lead), end = line_end(text, symbol->end);
    Str tail = str_trim(str_slice(text, symbol->end, end));
    bool alone = is_blank(str_slice(text, start, symbol->lead)) &&
                 (!tail.len || str_equal(tail, STR(";")) || byte_in(tail.ptr[0], "/#"));
    if (!is_in_namespaces(move, symbol))
        return move_refuse(err,
                           "it is declared within '%.*s'; only what is at the top level can be",
                           STR_ARG(move->from.outline.symbols.ptr[symbol->parent - 1].name));
    for (size_t i = 0; alone && i < move->from.outline.symbols.len; i++) {
        const Symbol *other = &move->from.outline.symbols.ptr[i];
        bool part = str_equal(other->name, symbol->name) && other->start >= symbol->start &&
                    other->end <= symbol->end;
        alone =
            part || other->parent != symbol->parent || other->start >= end || other->end <= start;
    }
    if (!alone)
        return move_refuse(err, "other code is in its lines");
    move->start = (uint32_t)start;
    move->end = (uint32_t)end;
    move->code = symbol->start;
    return true;
}

static void set_word(Move *move, MoveWord *word, Str text)
{
    uint32_t place = move->uses->catalog->files.ptr[move->from.id].first + move->index + 1;
    word->text = text;
    word->symbols =
        resolve_visible(move->uses->resolver, place, text, move->uses->request->arena).symbols;
}

static void add_word(Move *move, Map *known, Str text, size_t start, size_t end)
{
    Arena *arena = move->uses->request->arena;
    Str word = str_slice(text, start, end);
    bool added;
    uint64_t *at = map_put(known, word, &added);
    size_t before = start, after = end;
    while (before && byte_is_space(text.ptr[before - 1]))
        before--;
    while (after < text.len && byte_is_space(text.ptr[after]))
        after++;
    bool reached = before && (text.ptr[before - 1] == '.' ||
                              (move->uses->facts->arrows && before > 1 &&
                               text.ptr[before - 1] == '>' && text.ptr[before - 2] == '-'));
    reached |= before > 2 && text.ptr[before - 1] == ':' && text.ptr[before - 2] == ':' &&
               (byte_is_word(text.ptr[before - 3]) || text.ptr[before - 3] == '>');
    if (added) {
        *at = move->words.len;
        set_word(move, VEC_PUSH(arena, &move->words), word);
    }
    MoveWord *found = &move->words.ptr[*at];
    found->bare |= !reached;
    found->leads |= !reached && after < text.len && text.ptr[after] == '.';
}

/* Reads the words of the code, strings included where code may be in them. */
static void read_words(Move *move)
{
    Arena scratch = *move->uses->request->scratch;
    TokenVec tokens = {0};
    Map known = map_open(move->uses->request->arena);
    Str text = str_slice(move->from.before, 0, move->end);
    code_tokens_read(&scratch, move->from.outline.language, text, &tokens);
    for (size_t i = 0; i < tokens.len && move->words.len < MOVE_WORDS_MAX; i++)
        if (tokens.ptr[i].kind == TOKEN_WORD && tokens.ptr[i].start >= move->start)
            add_word(move, &known, text, tokens.ptr[i].start, tokens.ptr[i].end);
    TreeSpanVec words = {0};
    lang_words_in_strings(move->uses->request->arena, scratch, move->from.outline.language,
                          move->from.before, &words);
    for (size_t i = 0; i < words.len && move->words.len < MOVE_WORDS_MAX; i++)
        if (words.ptr[i].start >= move->start && words.ptr[i].end <= move->end)
            add_word(move, &known, text, words.ptr[i].start, words.ptr[i].end);
}

void move_add_word(Move *move, uint32_t start, uint32_t end)
{
    Str text = str_slice(move->from.before, start, end);
    for (size_t i = 0; i < move->words.len; i++)
        if (str_equal(move->words.ptr[i].text, text)) {
            move->words.ptr[i].bare = true;
            return;
        }
    if (move->words.len == MOVE_WORDS_MAX)
        return;
    MoveWord *word = VEC_PUSH(move->uses->request->arena, &move->words);
    set_word(move, word, text);
    word->bare = true;
}

bool move_prepare(Move *move, Str path, Err *err)
{
    Rename *uses = move->uses;
    SymbolPlace place = catalog_place(uses->catalog, uses->symbol);
    const CatalogFile *row = catalog_row(uses->catalog, place.file);
    if (!read_file(move, row->path, &move->from, err) || !read_file(move, path, &move->to, err))
        return false;
    const Language *wanted = lang_detect(path, move->to.before);
    if (!move->to.before.len && str_equal(path_extension(path), path_extension(row->path)))
        wanted = move->from.outline.language; /* a header may be of several */
    if (str_equal(path, row->path))
        return move_refuse(err, "it is in '%.*s' already", STR_ARG(path));
    if (wanted != move->from.outline.language)
        return move_refuse(err, "'%.*s' is not a file of %.*s", STR_ARG(path),
                           STR_ARG(lang_name(move->from.outline.language)));
    if (move->from.outline.symbols.len + 1 != row->count || !place.index)
        return err_set(err, ERR_STALE, "'%.*s' changed meanwhile", STR_ARG(row->path));
    if (move->from.outline.degraded || move->to.outline.degraded)
        return move_refuse(err, "one of the files has syntax errors");
    move->index = place.index - 1;
    if (!find_range(move, err))
        return false;
    read_words(move);
    return true;
}
