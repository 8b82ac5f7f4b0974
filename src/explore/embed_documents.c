/* Texts for embedding. A file is outlined; each declaration becomes one text of name, comment,
   signature and the beginning of its body. The whole declaration is searched for secrets, including
   the part that is not sent. */
#include "explore/embed_documents.h"

#include "base/hash.h"
#include "config/config.h"
#include "index/catalog/classify.h"
#include "index/store/packs.h"
#include "index/terms/file_terms.h"
#include "relations/symbol_answer.h"
#include "text/lines.h"
#include "text/secrets.h"

bool embed_is_wanted(const CatalogFile *file, bool *secret)
{
    *secret = file->path.len && secret_is_path(file->path);
    return !*secret && file->path.len && file->hash.len && file->state == FILE_SYNTACTIC &&
           file->class <= FILE_DOC && classify_is_indexed(file->class, file->path);
}

static void put_name(Buf *out, const Outline *outline, const Symbol *symbol)
{
    const Symbol *path[SYMBOL_DEPTH_MAX];
    size_t depth = 0;
    for (; depth < SYMBOL_DEPTH_MAX; symbol = &outline->symbols.ptr[symbol->parent - 1]) {
        path[depth++] = symbol;
        if (!symbol->parent)
            break;
    }
    while (depth) {
        buf_put_text(out, path[--depth]->name);
        buf_put(out, depth ? STR(" ") : STR("\n"));
    }
}

/* A text with its line starts: facts give the lines of a declaration, not its bytes. */
typedef struct Lines {
    Str text;
    size_t *starts; /* starts of the lines from 1, and the end */
    size_t count;
} Lines;

static Lines lines_of(Arena *arena, Str text)
{
    size_t count = lines_count(text);
    Lines lines = {text, NEW(arena, size_t, count + 2), count};
    for (size_t i = 0, at = 0; i < count; i++) {
        size_t end = str_find_byte(str_from_offset(text, at), '\n');
        at = end == STR_NONE ? text.len : at + end + 1;
        lines.starts[i + 1] = at;
    }
    return lines;
}

/* Lines `first` to `last`, inclusive. */
static Str lines_between(const Lines *lines, uint64_t first, uint64_t last)
{
    first = MIN(MAX(first, (uint64_t)1), (uint64_t)lines->count + 1);
    last = MIN(MAX(last, first - 1), (uint64_t)lines->count);
    return str_slice(lines->text, lines->starts[first - 1], lines->starts[last]);
}

typedef struct Declared {
    Str comment, code;
} Declared;

static Declared declared_of(const Lines *lines, const Symbol *symbol)
{
    uint64_t above = symbol_comment_lines(lines->text, symbol->start_line);
    return (Declared){
        lines_between(lines, symbol->start_line - above, symbol->start_line - 1),
        lines_between(lines, symbol->start_line, symbol->end_line),
    };
}

static Str text_of(Arena *arena, const Outline *outline, const Symbol *symbol, Declared declared)
{
    Buf out = buf_open(arena, 0);
    Str comment = str_trim(declared.comment);
    put_name(&out, outline, symbol);
    buf_put_text(&out, str_slice(comment, 0, str_char_floor(comment, EMBED_COMMENT_BYTES)));
    buf_put(&out, comment.len ? STR("\n") : (Str){0});
    size_t room = EMBED_TEXT_BYTES - MIN(out.len, (size_t)EMBED_TEXT_BYTES / 2);
    buf_put_text(&out, str_slice(declared.code, 0, str_char_floor(declared.code, room)));
    return buf_str(&out);
}

static void put_text(EmbedFile *file, Str text, uint32_t entry)
{
    file->entries[file->count] = entry;
    file->texts[file->count] = text;
    file->hashes[file->count] = hash_fast(text);
    file->bytes += text.len;
    file->count++;
}

static void exclude(EmbedFile *file, const char *why, uint32_t line)
{
    file->secret++;
    if (!file->why) {
        file->why = why;
        file->why_line = line;
    }
}

/* Adds the texts of all symbols. Each declaration is searched for secrets as a whole, so that no
   part of one is sent. */
static void take_symbols(Arena *arena, const Outline *outline, Str text, EmbedFile *file)
{
    Lines lines = lines_of(arena, text);
    for (uint32_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (!term_is_part(symbol))
            continue;
        Declared declared = declared_of(&lines, symbol);
        const char *why = secret_find(declared.comment);
        why = why ? why : secret_find(declared.code);
        if (why)
            exclude(file, why, symbol->start_line);
        else if (file->count == EMBED_FILE_TEXTS_MAX)
            file->large++;
        else
            put_text(file, text_of(arena, outline, symbol, declared), i + 1);
    }
}

/* Adds the beginning of a file without declarations. */
static void take_head(Str text, EmbedFile *file)
{
    const char *why = secret_find(text);
    Str head = str_trim(str_slice(text, 0, str_char_floor(text, EMBED_TEXT_BYTES)));
    if (why)
        exclude(file, why, 1);
    else if (head.len && str_is_utf8(head))
        put_text(file, head, 0);
}

bool embed_file_read(SessionRequest *request, const IndexSession *session, Arena *arena,
                     uint32_t id, EmbedFile *file)
{
    const CatalogFile *row = &session->catalog->files.ptr[id];
    FsFile open SCOPED(fs_close) = {.fd = -1};
    char hash[HASH_CONTENT_BYTES];
    Outline outline;
    Str text;
    Err gone;
    if (!session_open_file(request, session, arena, row->path, &open, &gone) ||
        !fs_read_all(arena, &open, &text, &gone) ||
        !catalog_outline(session->catalog, arena, id, false, &outline, &gone))
        return false;
    hash_content(row->language ? lang_id(row->language) : (Str){0}, text, hash);
    if (!str_equal(row->hash, (Str){hash, sizeof hash}))
        return false;
    OutlineOptions options = {
        .time_ms = (int)request->config->parse_ms, .no_ctags = true, .cancel = request->cancel};
    if (!outline.symbols.len && row->language) /* missing facts look the same */
        lang_outline(arena, *request->scratch, row->language, text, &options, &outline);
    size_t most = MIN(outline.symbols.len, (size_t)EMBED_FILE_TEXTS_MAX) + 1;
    *file = (EmbedFile){.file = id,
                        .key = facts_key(row->hash),
                        .entries = NEW(arena, uint32_t, most),
                        .hashes = NEW(arena, uint64_t, most),
                        .texts = NEW(arena, Str, most)};
    take_symbols(arena, &outline, text, file);
    if (!file->count && !file->secret)
        take_head(text, file);
    return true;
}
