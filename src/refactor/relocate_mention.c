/* Where the old name is written in strings, comments, data and documents. A path that leads to the
   file from where it is written, or from the root, is the file. Another one that may lead to it is
   a doubt in code and data, and a mention in comments and documents. */
#include "refactor/relocate.h"

#include "base/path.h"
#include "index/imports/imports_paths.h"
#include "text/lines.h"

/* Extensions of files that people read, and nothing else does. */
static const char documents[] = "md markdown rst txt adoc asciidoc org tex rdoc log";
/* What in a comment says that a tool reads it, by `|`. */
static const char directives[] =
    "go:generate|go:embed|<reference|import(|@import|eslint|@jest|sourceMappingURL|require(|"
    "istanbul|type: ignore|noqa:|mypy:|>>>";

typedef struct Site {
    size_t at;         /* of the old name */
    size_t start, end; /* the path around it */
    NameWhere where;
    bool data;  /* the file is no code whose imports are followed */
    bool whole; /* nothing else is in the string */
} Site;

static bool is_path_byte(char byte)
{
    return byte_is_word(byte) || byte_in(byte, "./-@~") || (unsigned char)byte >= 0x80;
}

static bool is_document(Str path)
{
    return name_is_listed(documents, path_extension(path)) || !str_find_byte(path_base(path), '.');
}

static const Token *token_at(const RelocateText *text, size_t at)
{
    uint32_t next = code_tokens_from(&text->tokens, at + 1);
    const Token *token = next ? &text->tokens.ptr[next - 1] : NULL;
    return token && token->start <= at && at < token->end ? token : NULL;
}

static void find_where(const RelocateText *text, Site *site)
{
    const Token *token = text->facts ? token_at(text, site->at) : NULL;
    site->data = !text->facts;
    site->where = token && token->kind == TOKEN_STRING    ? NAME_IN_STRING
                  : token && token->kind == TOKEN_COMMENT ? NAME_IN_COMMENT
                  : token                                 ? NAME_IN_CODE
                                                          : NAME_IN_COMMENT;
    size_t low = token && site->where == NAME_IN_STRING ? token->start + 1 : 0;
    size_t high = token && site->where == NAME_IN_STRING && token->end > low ? token->end - 1
                                                                             : text->text.len;
    site->start = site->end = site->at;
    while (site->start > low && is_path_byte(text->text.ptr[site->start - 1]))
        site->start--;
    while (site->end < high && is_path_byte(text->text.ptr[site->end]))
        site->end++;
    while (site->end > site->at && text->text.ptr[site->end - 1] == '.')
        site->end--;
    site->whole = site->where == NAME_IN_STRING && site->start == low && site->end == high;
    if (site->data)
        site->whole = site->start && site->end < text->text.len &&
                      byte_in(text->text.ptr[site->start - 1], "'\"") &&
                      byte_in(text->text.ptr[site->end], "'\":");
}

/* ---- paths ---- */

/* Whether a path that is written there leads to what moves, or below it. *rest: what is after it.
 */
static bool leads(const Relocate *relocate, Str path, Str *rest)
{
    Str old = relocate->old;
    *rest = str_starts(path, old) ? str_from_offset(path, old.len) : (Str){0};
    return str_equal(path, old) ||
           (relocate->is_folder && str_starts(path, old) && path.ptr[old.len] == '/');
}

/* Whether the folders before the name may be those around it: the same as far as both go, up to
   a mark such as `.` or `@`. */
static bool folders_match(const Relocate *relocate, Str written)
{
    Str folder = imports_folder(relocate->old);
    while (written.len) {
        Str part = path_base(written), own = path_base(folder);
        if (str_equal(part, STR("..")) || str_equal(part, STR(".")) || !part.len ||
            byte_in(part.ptr[0], "@~$"))
            return true;
        if (folder.len && !str_equal(part, own))
            return false;
        if (!folder.len || !imports_climb(&folder) || !imports_climb(&written))
            return true;
    }
    return true;
}

/* Whether a relative path leads elsewhere, from its file and from the root. */
static bool leads_elsewhere(const Relocate *relocate, const RelocateText *text, Str path)
{
    Arena *arena = relocate->frame->request->arena;
    Str near, bare = relocate_without_extension(relocate->old);
    if (!str_starts(path, STR("./")) && !str_starts(path, STR("../")))
        return false;
    Str rooted = path;
    while (str_starts(rooted, STR("./")) || str_starts(rooted, STR("../")))
        rooted = str_from_offset(rooted, str_find_byte(rooted, '/') + 1);
    return imports_join(arena, imports_folder(text->before), path, &near) &&
           !str_starts(near, bare) && !str_ends(bare, relocate_without_extension(rooted)) &&
           !str_starts(rooted, bare);
}

typedef enum Likeness {
    LIKENESS_NONE,
    LIKENESS_NAME,  /* the name alone, without folder and extension */
    LIKENESS_PATH,  /* a path that may lead to it */
    LIKENESS_EXACT, /* one that does */
} Likeness;

static Likeness compare_dotted(const Relocate *relocate, Str part, size_t at)
{
    Str folder = path_base(imports_folder(relocate->old));
    bool begins = !at || part.ptr[at - 1] != '.';
    size_t end = at + relocate->stem.len;
    if ((!begins && at < 2) || (end < part.len && part.ptr[end] != '.'))
        return LIKENESS_NONE;
    if (begins)
        return folder.len ? LIKENESS_NAME : end < part.len ? LIKENESS_PATH : LIKENESS_NAME;
    Str before = str_slice(part, 0, at - 1);
    size_t dot = str_find_last_byte(before, '.');
    Str parent = dot == STR_NONE ? before : str_from_offset(before, dot + 1);
    return !folder.len || str_equal(parent, folder) ? LIKENESS_PATH : LIKENESS_NONE;
}

static Likeness compare(const Relocate *relocate, const RelocateText *text, const Site *site,
                        bool dotted)
{
    Arena *arena = relocate->frame->request->arena;
    Str path = str_slice(text->text, site->start, site->end), joined, rest;
    size_t at = site->at - site->start, from = at, to = at;
    while (from && path.ptr[from - 1] != '/')
        from--;
    while (to < path.len && path.ptr[to] != '/')
        to++;
    Str part = str_slice(path, from, to), base = path_base(relocate->old);
    Str head = str_slice(path, 0, from ? from - 1 : 0);
    if (leads(relocate, path, &rest) ||
        (imports_join(arena, imports_folder(text->before), path, &joined) &&
         leads(relocate, joined, &rest)))
        return relocate->is_folder && !rest.len && !from ? LIKENESS_NAME : LIKENESS_EXACT;
    bool same = str_equal(part, base), bare = str_equal(part, relocate->stem);
    if (site->start >= 3 && str_starts(path, STR("//")) && text->text.ptr[site->start - 1] == ':')
        return LIKENESS_NONE;
    if ((same || bare) && (from || to < path.len || (same && !bare)))
        return folders_match(relocate, head) && !leads_elsewhere(relocate, text, path)
                   ? LIKENESS_PATH
                   : LIKENESS_NONE;
    if (same || bare)
        return LIKENESS_NAME;
    return dotted ? compare_dotted(relocate, part, at - from) : LIKENESS_NONE;
}

/* Another file that is made of this one: `x.o` of `x.c`. */
static bool is_product(const Relocate *relocate, const RelocateText *text, const Site *site)
{
    Arena *arena = relocate->frame->request->arena;
    Str path = str_slice(text->text, site->start, site->end), joined;
    const CatalogFile *files = relocate->frame->catalog->files.ptr;
    const RelocateFacts *facts = relocate->is_folder || !relocate->moved.len
                                     ? NULL
                                     : relocate_facts(files[relocate->moved.ptr[0].id].language);
    size_t end = site->at + relocate->stem.len;
    bool other = end + 1 < site->end && text->text.ptr[end] == '.' &&
                 (site->at == site->start || text->text.ptr[site->at - 1] == '/');
    return other && facts && facts->build_names_files && site->data &&
           imports_join(arena, imports_folder(text->before), path, &joined) &&
           catalog_find_file(relocate->frame->catalog, joined) == FILE_NOWHERE &&
           catalog_find_file(relocate->frame->catalog, path) == FILE_NOWHERE;
}

/* ---- verdicts ---- */

static void add_mention(Relocate *relocate, const RelocateText *text, const Site *site,
                        RenameVerdict verdict)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    uint32_t file = (uint32_t)frame->files.len;
    if (frame->files.len && frame->files.ptr[file - 1].id == text->id)
        file--;
    else
        *VEC_PUSH(arena, &frame->files) = (RenameFile){.id = text->id, .text = text->text};
    *VEC_PUSH(arena, &frame->places) =
        (RenamePlace){.file = file,
                      .site = {.start = (uint32_t)site->at,
                               .line = (uint32_t)lines_at_offset(text->text, site->at),
                               .column = 1},
                      .verdict = verdict};
    frame->counts[verdict]++;
}

/* Changes a path that leads to what moves. */
static void change(Relocate *relocate, RelocateText *text, const Site *site)
{
    Str path = str_slice(text->text, site->start, site->end), rest;
    Str dots = STR("./"), folder = imports_folder(text->before);
    Str after = relocate->new;
    if (leads(relocate, path, &rest)) {
        relocate_splice(relocate, text, site->start, site->start + relocate->old.len, after);
        return;
    }
    bool inside = !folder.len || (str_starts(after, folder) && after.len > folder.len &&
                                  after.ptr[folder.len] == '/');
    size_t skip = str_starts(path, dots) ? dots.len : 0;
    size_t old = relocate->old.len - (folder.len ? folder.len + 1 : 0);
    if (!inside || str_starts(path, STR("../")) || !str_equal(text->before, text->after)) {
        relocate_object(relocate, text, site->at, true, "this path leads to it");
        return;
    }
    relocate_splice(relocate, text, site->start + skip, site->start + skip + old,
                    str_from_offset(after, folder.len ? folder.len + 1 : 0));
}

static void judge_code(Relocate *relocate, const RelocateText *text, const Site *site,
                       Likeness likeness)
{
    Str found, line = str_slice(text->text, lines_start_at(text->text, site->at), site->end);
    size_t at;
    bool directive = relocate_says(directives, line, &found, &at);
    if (site->where == NAME_IN_COMMENT && !directive) {
        if (likeness >= LIKENESS_PATH)
            add_mention(relocate, text, site, RENAME_COMMENT);
        return;
    }
    bool top = text->facts->dotted && !imports_folder(relocate->old).len;
    bool in_package = text->facts->dotted &&
                      str_equal(imports_folder(text->before), imports_folder(relocate->old));
    bool named =
        likeness == LIKENESS_NAME && site->whole && (top || in_package || relocate->is_folder);
    if (likeness >= LIKENESS_PATH || named)
        relocate_object(relocate, text, site->at, true, "'%.*s' in this %s may mean it",
                        STR_ARG(str_slice(text->text, site->start, site->end)),
                        site->where == NAME_IN_COMMENT ? "comment" : "string");
}

static void judge_data(Relocate *relocate, RelocateText *text, const Site *site, Likeness likeness)
{
    bool document = is_document(text->before);
    bool product = is_product(relocate, text, site);
    bool option = site->start >= 3 &&
                  str_equal(str_slice(text->text, site->start - 3, site->start), STR("-m "));
    bool named = likeness == LIKENESS_NAME && (site->whole || option || relocate->is_folder);
    if (document && likeness >= LIKENESS_PATH) {
        if (relocate->texts && likeness == LIKENESS_EXACT)
            change(relocate, text, site);
        else
            add_mention(relocate, text, site, RENAME_TEXT);
    }
    if (document)
        return;
    if (likeness == LIKENESS_EXACT)
        change(relocate, text, site);
    else if (likeness == LIKENESS_PATH || named || product)
        relocate_object(relocate, text, site->at, true, "'%.*s' may mean it",
                        STR_ARG(str_slice(text->text, site->start, site->end)));
}

/* C: `__has_include("x.h")` and its kind. */
static bool is_in_directive(const RelocateText *text, const Site *site)
{
    Str line = str_trim(str_slice(text->text, lines_start_at(text->text, site->at), site->at));
    return text->facts && text->facts->near && str_starts(line, STR("#"));
}

static void judge(Relocate *relocate, RelocateText *text, size_t at)
{
    Site site = {.at = at};
    find_where(text, &site);
    const Language *own = relocate->frame->catalog->files.ptr[relocate->moved.ptr[0].id].language;
    const RelocateFacts *facts = relocate_facts(own);
    bool dotted = facts && facts->dotted;
    Likeness likeness = compare(relocate, text, &site, dotted);
    if (site.data)
        judge_data(relocate, text, &site, likeness);
    else if (site.where != NAME_IN_CODE)
        judge_code(relocate, text, &site, likeness);
    else if (is_in_directive(text, &site) && likeness >= LIKENESS_PATH)
        relocate_object(relocate, text, at, true, "this directive may name it");
}

void relocate_read_mentions(Relocate *relocate, RelocateText *text)
{
    Str stem = relocate->stem, whole = text->text;
    for (size_t at = 0; at < whole.len;) {
        size_t found = str_find(str_from_offset(whole, at), stem);
        if (found == STR_NONE)
            return;
        at += found;
        bool begins = !at || !(byte_is_word(whole.ptr[at - 1]) || whole.ptr[at - 1] == '-');
        bool include = at > 1 && byte_in(whole.ptr[at - 1], "IL") && whole.ptr[at - 2] == '-';
        size_t end = at + stem.len;
        bool ends = end == whole.len || !(byte_is_word(whole.ptr[end]) || whole.ptr[end] == '-');
        if ((begins || include) && ends && !relocate_is_settled(text, at))
            judge(relocate, text, at);
        at = end;
    }
}
