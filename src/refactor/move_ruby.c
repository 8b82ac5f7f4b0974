/* Ruby: a class, a module or a method goes to another file, within the modules that it is in. The
   old file loads the other: where the code was if it needs others when it is loaded, else at its
   head. So no other file changes. */
#include "refactor/move.h"

#include "languages_rename.h"

#include "base/path.h"
#include "refactor/move_proof.h"
#include "text/lines.h"

/* Modules around a symbol. */
#define MODULES_MAX 16

typedef struct Ruby {
    Move *move;
    bool fresh, early;            /* early: the code uses others when it is loaded */
    uint32_t around[MODULES_MAX]; /* modules from the outermost one on, by index */
    size_t count;
} Ruby;

static const Symbol *symbol_of(const Ruby *ruby)
{
    return &ruby->move->from.outline.symbols.ptr[ruby->move->index];
}

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* ---- what is moved ---- */

static bool find_modules(Ruby *ruby, Err *err)
{
    const SymbolVec *symbols = &ruby->move->from.outline.symbols;
    uint32_t found[MODULES_MAX];
    for (uint32_t i = symbol_of(ruby)->parent; i; i = symbols->ptr[i - 1].parent) {
        if (ruby->count == MODULES_MAX)
            return move_refuse(err, "it is in too many modules");
        found[ruby->count++] = i - 1;
    }
    for (size_t i = 0; i < ruby->count; i++)
        ruby->around[i] = found[ruby->count - 1 - i];
    return true;
}

/* Whether code in the body of the class, or what it inherits from, runs when it is loaded. */
static bool is_early(const Ruby *ruby)
{
    static const char plain[] = "attr_reader attr_writer attr_accessor private public protected "
                                "private_class_method public_class_method private_constant freeze "
                                "module_function";
    const Move *move = ruby->move;
    const Outline *outline = &move->from.outline;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        bool inside = reference->start >= move->start && reference->start < move->end;
        uint32_t around = inside ? name_site_symbol(outline, reference->start) : 0;
        bool later = false;
        for (uint32_t k = around; k; k = outline->symbols.ptr[k - 1].parent)
            later |= symbol_is_function(outline->symbols.ptr[k - 1].kind);
        if (inside && !later && reference->kind != REFERENCE_BIND &&
            !name_is_listed(plain, reference->name))
            return true;
    }
    return false;
}

static bool check_symbol(const Ruby *ruby, Err *err)
{
    static const char *const bound[] = {"__FILE__",         "__dir__", "__LINE__",
                                        "require_relative", "DATA",    "autoload",
                                        "source_location",  "caller"};
    const Move *move = ruby->move;
    const Symbol *symbol = symbol_of(ruby);
    Str text = move_text(move);
    Str head = str_trim(str_slice(move->from.before, symbol->start, symbol->name_end));
    bool method =
        str_starts(head, STR("def self.")) || (str_starts(head, STR("def ")) && !symbol->parent);
    if (!method && symbol->kind != SYMBOL_CLASS && symbol->kind != SYMBOL_MODULE)
        return move_refuse(err, "only classes, modules and methods of their own can be");
    if (str_find(head, STR("::")) != STR_NONE)
        return move_refuse(err, "its name has several parts");
    for (size_t i = 0; i < COUNT(bound); i++)
        if (rename_find_mark(text, str_from(bound[i]), 0) != STR_NONE)
            return move_refuse(err, "its code depends on the file that it is in (%s)", bound[i]);
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        bool inside = move->uses->files.ptr[place->file].id == move->from.id &&
                      place->site.start >= move->start && place->site.start < move->end;
        if (place->declares && place->verdict <= RENAME_AMBIGUOUS && !inside)
            return move_refuse(err, "it is declared in other places, too (line %u)",
                               place->site.line);
    }
    return true;
}

/* ---- the files ---- */

/* A comment at the head that changes what the code means: `# frozen_string_literal: true`. */
static Str magic_of(Str text)
{
    Str line;
    while (str_take_line(&text, &line) && str_starts(line, STR("#")))
        if (str_find(line, STR("frozen_string_literal")) != STR_NONE ||
            str_find(line, STR("coding:")) != STR_NONE)
            return str_trim(line);
    return (Str){0};
}

/* Whether files are loaded by the names of their classes. */
static bool has_autoloader(const Ruby *ruby)
{
    static const char *const marks[] = {"Zeitwerk", "Rails.application", "autoload ", "autoload("};
    const Rename *uses = ruby->move->uses;
    for (uint32_t i = 0; i < uses->catalog->files.len; i++) {
        const CatalogFile *row = &uses->catalog->files.ptr[i];
        Arena scratch = *uses->request->scratch;
        Str text = {0};
        if (!row->path.len || row->language != ruby->move->from.outline.language)
            continue;
        if (!rename_read_text(uses, &scratch, row, &text))
            return true;
        for (size_t k = 0; k < COUNT(marks); k++)
            if (str_find(text, str_from(marks[k])) != STR_NONE)
                return true;
    }
    return false;
}

/* Whether a file loads another, directly or not. */
static bool loads(const Ruby *ruby, uint32_t file, uint32_t wanted)
{
    Arena *arena = ruby->move->uses->request->arena;
    IdVec seen = {0};
    *VEC_PUSH(arena, &seen) = file;
    for (size_t i = 0; i < seen.len && seen.len < RENAME_FAMILY_MAX; i++) {
        ImportLinkVec links = {0};
        if (seen.ptr[i] == wanted)
            return true;
        catalog_imports(ruby->move->uses->catalog, arena, seen.ptr[i], &links);
        for (size_t k = 0; k < links.len; k++) {
            bool known = links.ptr[k].target == FILE_NOWHERE;
            for (size_t s = 0; s < seen.len && !known; s++)
                known = seen.ptr[s] == links.ptr[k].target;
            if (!known)
                *VEC_PUSH(arena, &seen) = links.ptr[k].target;
        }
    }
    return false;
}

static bool check_files(const Ruby *ruby, Err *err)
{
    const Move *move = ruby->move;
    if (has_autoloader(ruby))
        return move_refuse(err, "files may be loaded by the names of their classes");
    if (str_find(move->from.before, STR("\nusing ")) != STR_NONE ||
        str_find(move->from.before, STR("\n__END__")) != STR_NONE ||
        str_find(move->to.before, STR("\n__END__")) != STR_NONE)
        return move_refuse(err, "one of the files has a refinement, or data at its end");
    if (ruby->fresh)
        return true;
    if (!str_equal(magic_of(move->from.before), magic_of(move->to.before)))
        return move_refuse(err, "the files begin with different settings");
    if (ruby->early)
        return move_refuse(err, "it runs code when it is loaded, which '%.*s' may be earlier",
                           STR_ARG(move->to.path));
    if (loads(ruby, move->to.id, move->from.id))
        return move_refuse(err, "'%.*s' and '%.*s' would load each other", STR_ARG(move->from.path),
                           STR_ARG(move->to.path));
    bool newly = !loads(ruby, move->from.id, move->to.id);
    return move_check_loads(move, &(MoveLoad){.path = move->from.path, .newly = newly}, err);
}

/* ---- the texts ---- */

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

/* Whether the code has a word that is like the name of a library: `bigdecimal`, BigDecimal. */
static bool names_library(const Ruby *ruby, Str name)
{
    name = path_base(name);
    for (size_t i = 0; i < ruby->move->words.len; i++) {
        Str word = ruby->move->words.ptr[i].text;
        size_t a = 0, b = 0;
        for (; a < word.len && b < name.len; b++) {
            if (name.ptr[b] == '_' || name.ptr[b] == '-')
                continue;
            if (lower(word.ptr[a]) != name.ptr[b])
                break;
            a++;
        }
        if (a == word.len && b == name.len)
            return true;
    }
    return false;
}

/* The libraries that the code seems to use, and the other file does not load. */
static Str requires_of(const Ruby *ruby)
{
    const Move *move = ruby->move;
    Buf out = buf_open(move->uses->request->arena, 0);
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        size_t start = lines_start_at(move->from.before, import->start);
        Str line =
            str_trim_end(str_slice(move->from.before, start, line_end(move->from.before, start)));
        if (str_starts(line, STR("require ")) && names_library(ruby, import->name) &&
            str_find(move->to.before, line) == STR_NONE)
            buf_printf(&out, "%.*s\n", STR_ARG(line));
    }
    return buf_str(&out);
}

/* The symbol within its modules. */
static Str wrapped(const Ruby *ruby)
{
    const Move *move = ruby->move;
    Str before = move->from.before;
    Buf out = buf_open(move->uses->request->arena, 0);
    for (size_t i = 0; i < ruby->count; i++) {
        const Symbol *module = &move->from.outline.symbols.ptr[ruby->around[i]];
        size_t start = lines_start_at(before, module->start);
        buf_printf(&out, "%.*s\n",
                   STR_ARG(str_trim_end(str_slice(before, start, line_end(before, start)))));
    }
    buf_put(&out, move_text(move));
    for (size_t i = ruby->count; i-- > 0;) {
        const Symbol *module = &move->from.outline.symbols.ptr[ruby->around[i]];
        size_t start = lines_start_at(before, module->start);
        buf_printf(&out, "%.*send\n", STR_ARG(str_slice(before, start, module->start)));
    }
    return buf_str(&out);
}

/* Where the only module that is around the symbol, and the last of the other file, ends; or 0. */
static size_t module_end(const Ruby *ruby)
{
    const Move *move = ruby->move;
    const SymbolVec *symbols = &move->to.outline.symbols;
    uint32_t last = 0;
    for (uint32_t i = 0; i < symbols->len; i++)
        last = symbols->ptr[i].parent ? last : i;
    if (ruby->count != 1 || !symbols->len || symbols->ptr[last].kind != SYMBOL_MODULE ||
        !str_equal(symbols->ptr[last].name, move->from.outline.symbols.ptr[ruby->around[0]].name))
        return 0;
    size_t line = lines_start_at(move->to.before, symbols->ptr[last].end - 1);
    return str_equal(str_trim(str_slice(move->to.before, line, symbols->ptr[last].end)), STR("end"))
               ? line
               : 0;
}

/* After the lines at the head that load files, or the comments there. */
static size_t head_end(Str text)
{
    size_t found = 0, at = 0;
    bool comments = true;
    for (; at < text.len; at = line_end(text, at)) {
        Str line = str_slice(text, at, line_end(text, at));
        comments &= str_starts(line, STR("#"));
        if (str_starts(line, STR("require ")) || str_starts(line, STR("require_relative ")) ||
            (comments && magic_of(line).len))
            found = line_end(text, at);
    }
    return found;
}

static void change_new(const Ruby *ruby)
{
    Move *move = ruby->move;
    Arena *arena = move->uses->request->arena;
    Str requires = requires_of(ruby), text = move->to.before, magic = magic_of(move->from.before);
    size_t end = ruby->fresh ? 0 : module_end(ruby), head = head_end(text);
    if (ruby->fresh) {
        Str after = str_format(arena, "%.*s%s%.*s%s%.*s", STR_ARG(magic), magic.len ? "\n\n" : "",
                               STR_ARG(requires), requires.len ? "\n" : "", STR_ARG(wrapped(ruby)));
        move_edit(move, EDIT_CREATED, move->to.path, (Str){0}, after);
        return;
    }
    size_t place = end ? end : text.len;
    Str body = end ? move_text(move) : wrapped(ruby);
    Str after = str_format(arena, "%.*s%.*s%s%.*s%s%.*s%.*s", STR_ARG(str_slice(text, 0, head)),
                           STR_ARG(requires), requires.len && !head ? "\n" : "",
                           STR_ARG(str_slice(text, head, place)), place ? "\n" : "", STR_ARG(body),
                           STR_ARG(str_from_offset(text, place)));
    move_edit(move, EDIT_CHANGED, move->to.path, text, after);
}

/* The path of the other file as `require_relative` has it. */
static Str relative_path(const Ruby *ruby)
{
    const Move *move = ruby->move;
    Arena *arena = move->uses->request->arena;
    Str folder = path_directory(move->from.path), to = move->to.path;
    folder = str_equal(folder, STR(".")) ? (Str){0} : folder;
    Buf out = buf_open(arena, 0);
    while (folder.len &&
           !(str_starts(to, folder) && to.len > folder.len && to.ptr[folder.len] == '/')) {
        buf_printf(&out, "../");
        size_t slash = str_find_last_byte(folder, '/');
        folder = slash == STR_NONE ? (Str){0} : str_slice(folder, 0, slash);
    }
    Str rest = str_from_offset(to, folder.len ? folder.len + 1 : 0);
    buf_put(&out, str_slice(rest, 0, rest.len - strlen(".rb")));
    return buf_str(&out);
}

static void change_old(const Ruby *ruby)
{
    Move *move = ruby->move;
    Arena *arena = move->uses->request->arena;
    Str before = move->from.before,
        line = str_format(arena, "require_relative '%.*s'\n", STR_ARG(relative_path(ruby)));
    size_t start = move->start, end = move_cut_end(move), head = head_end(before);
    Str next = str_trim(str_slice(before, end, line_end(before, end)));
    if (str_equal(next, STR("end")) && start > 1 && before.ptr[start - 2] == '\n')
        start--;
    const Symbol *module =
        ruby->count ? &move->from.outline.symbols.ptr[ruby->around[ruby->count - 1]] : NULL;
    while (module && start == line_end(before, module->start) && end < before.len &&
           before.ptr[end] == '\n')
        end++; /* no blank line after the module's head */
    Str shown = ruby->early
                    ? str_join(arena,
                               str_slice(before, lines_start_at(before, symbol_of(ruby)->start),
                                         symbol_of(ruby)->start),
                               line)
                    : (Str){0};
    bool there = str_find(before, line) != STR_NONE;
    Str top = ruby->early || there ? (Str){0} : line;
    if (ruby->early)
        start = move->start, end = move->end;
    Str after = str_format(arena, "%.*s%.*s%s%.*s%.*s%.*s", STR_ARG(str_slice(before, 0, head)),
                           STR_ARG(top), top.len && !head ? "\n" : "",
                           STR_ARG(str_slice(before, head, start)), STR_ARG(shown),
                           STR_ARG(str_from_offset(before, end)));
    while (after.len > 1 && str_ends(after, STR("\n\n")))
        after.len--;
    move_note(move, str_format(arena, "%.*s loads it from there", STR_ARG(move->from.path)));
    move_edit(move, EDIT_CHANGED, move->from.path, before, after);
}

bool move_ruby(Move *move, Err *err)
{
    Ruby ruby = {.move = move, .fresh = move->to.id == FILE_NOWHERE && !move->to.before.len};
    ruby.early = is_early(&ruby);
    if (!find_modules(&ruby, err) || !check_symbol(&ruby, err) || !check_files(&ruby, err))
        return false;
    if (head_end(move->from.before) > move->start)
        return move_refuse(err, "files are loaded after it");
    MoveProof *proof = move_proof_note(move);
    change_new(&ruby);
    change_old(&ruby);
    return move_prove(move, proof, err);
}
