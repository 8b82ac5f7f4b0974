/* One search of the tree finds the lines with any of the names, as the search before a denial does
   (search/mention_search.h). A line is then read again for each name in it. */
#include "differ/left_search.h"

#include "index/catalog/classify.h"
#include "lang/directives.h"
#include "lang/lexical/code_tokens.h"
#include "query/mentions.h"
#include "query/unseen.h"
#include "search/text.h"
#include "text/lines.h"

/* Bytes of one expression, and searches of the tree. */
#define SOUGHT_BYTES_MAX (PATTERN_BYTES_MAX - 400)
#define PASSES_MAX 3
/* Lines of one file, and bytes of files that are read for their lines. */
#define FILE_LINES_MAX 100
#define LINES_BYTES_MAX (48 * MB)
#define PLACES_MAX 6000
#define TEXT_BYTES_MAX 300

typedef struct Searching {
    SessionRequest *request;
    LeftSearch *search;
    MentionSearch mention;
    const ChangeSet *set;
    const LeftTextVec *texts;
    Map changed; /* paths that are not read in the work tree */
    uint64_t bytes;
    uint32_t missed; /* files that were not searched, or not to their end */
} Searching;

/* One text that is read for names. */
typedef struct Reading {
    Arena *arena;
    LeftSearch *search;
    Str path, text;  /* the text: a line, or a whole file */
    uint64_t offset; /* of the text in the file */
    uint32_t line;   /* 0: to be counted */
    MentionKind kind;
    bool followed;
    const Language *language;
    Str package;
    const TokenVec *tokens;
    Str whole;               /* that the tokens are of */
    const ChangedFile *file; /* whose changed lines do not count; or NULL */
} Reading;

/* The token at an offset; NULL: no token has it. */
static const Token *token_at(const TokenVec *tokens, uint64_t offset)
{
    size_t low = 0, high = tokens->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (tokens->ptr[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tokens->len && tokens->ptr[low].start <= offset ? &tokens->ptr[low] : NULL;
}

static bool is_changed_line(const ChangedFile *file, uint32_t line)
{
    return file && line_diff_adds(&file->hunks, line);
}

/* Whether a tool reads the comment of a line: `//go:embed a.txt`. */
static bool is_directive(const Language *language, Str line)
{
    Str comment;
    return directive_find_in_line(language, str_trim(line), false, &comment) == DIRECTIVE_BUILD;
}

static void add_place(void *context, uint32_t name, size_t start, size_t end)
{
    const Reading *reading = context;
    LeftPlaceVec *places = &reading->search->places;
    Str text = reading->text;
    uint32_t line = reading->line ? reading->line : (uint32_t)lines_at_offset(text, start);
    if (places->len >= PLACES_MAX || is_changed_line(reading->file, line))
        return;
    size_t from = reading->line ? 0 : lines_start_at(text, start), to = from;
    from = MAX(from, start > TEXT_BYTES_MAX / 2 ? start - TEXT_BYTES_MAX / 2 : 0);
    while (to < text.len && text.ptr[to] != '\n')
        to++;
    to = MIN(to, end + TEXT_BYTES_MAX / 2);
    LeftPlace place = {.name = name,
                       .path = reading->path,
                       .line = line,
                       .text = str_copy(reading->arena, str_slice(text, from, MAX(to, end))),
                       .start = (uint32_t)(start - from),
                       .kind = reading->kind,
                       .language = reading->language,
                       .followed = reading->followed,
                       .package = reading->package};
    const Token *token = token_at(reading->tokens, reading->offset + start);
    if (token && token->kind == TOKEN_COMMENT && is_directive(reading->language, place.text))
        place.followed = false;
    else if (token && token->kind == TOKEN_COMMENT)
        place.kind = MENTION_COMMENT;
    if (token && token->kind == TOKEN_STRING)
        place.string =
            str_copy(reading->arena,
                     str_slice(reading->whole, token->start,
                               MIN((size_t)token->end, (size_t)token->start + TEXT_BYTES_MAX)));
    *VEC_PUSH(reading->arena, places) = place;
}

/* ---- the work tree ---- */

/* Whether uses in the file are edges. */
static bool is_followed(const CatalogFile *file)
{
    return classify_is_indexed(file->class, file->path) && file->state == FILE_SYNTACTIC &&
           catalog_follows_calls(file);
}

static void read_file(Searching *searching, const Pattern *pattern, const MentionFile *mention)
{
    const CatalogFile *file = &searching->mention.catalog->files.ptr[mention->file];
    Arena found SCOPED(arena_close) = {0}, work SCOPED(arena_close) = {0};
    const TextSearch text = {searching->mention.tree, pattern, searching->mention.cancel,
                             .matches = true};
    TextFile one = {.path = file->path, .size = file->size};
    TextPage page = {.limit = FILE_LINES_MAX};
    TextLines hits;
    TokenVec tokens = {0};
    arena_open(&found, 0);
    arena_open(&work, 0);
    if (!text_lines(&found, &work, &text, &one, &page, &hits)) {
        searching->missed++;
        return;
    }
    bool prose = mention->kind == MENTION_PROSE;
    if (hits.text.len && !prose)
        code_tokens_read(&found, file->language, hits.text, &tokens);
    Arena *arena = searching->request->arena;
    Reading reading = {.arena = arena,
                       .search = searching->search,
                       .path = str_copy(arena, file->path),
                       .kind = mention->kind,
                       .followed = is_followed(file),
                       .package =
                           str_copy(arena, catalog_name(searching->mention.catalog, file->package)),
                       .language = file->language,
                       .tokens = &tokens,
                       .whole = hits.text};
    for (size_t i = 0; i < hits.list.len; i++) {
        const TextLine *line = &hits.list.ptr[i];
        reading.text = line->text;
        reading.line = (uint32_t)MIN(line->line, UINT32_MAX);
        reading.offset = line->offset - MIN(line->offset, (uint64_t)line->match_start);
        left_names_scan(&searching->search->names, line->text, add_place, &reading);
    }
}

static void read_files(Searching *searching, const Pattern *pattern, const Mentions *mentions)
{
    for (size_t i = 0; i < mentions->list.len; i++) {
        const CatalogFile *file =
            &searching->mention.catalog->files.ptr[mentions->list.ptr[i].file];
        if (map_find(&searching->changed, file->path))
            continue;
        searching->bytes += file->size;
        if (searching->bytes > LINES_BYTES_MAX || searching->search->places.len >= PLACES_MAX)
            searching->missed++;
        else
            read_file(searching, pattern, &mentions->list.ptr[i]);
    }
    searching->missed += mentions->missed;
}

/* ---- texts ---- */

/* Reads the lines that the pattern finds, as those of a file in the work tree are read. */
static void read_text(Searching *searching, const Pattern *pattern, Str path, Str text,
                      const ChangedFile *changed)
{
    Arena work SCOPED(arena_close) = {0};
    PatternMatch match;
    TokenVec tokens = {0};
    const Catalog *catalog = searching->mention.catalog;
    uint32_t id = catalog_find_file(catalog, path);
    CatalogFile row = {.path = path, .state = FILE_SYNTACTIC};
    const CatalogFile *file = id == FILE_NOWHERE ? &row : &catalog->files.ptr[id];
    arena_open(&work, 0);
    Matcher *matcher SCOPED(matcher_close) = matcher_open(&work, pattern);
    size_t from = 0, lines = 0;
    if (matcher_find(matcher, text, 0, &match) != MATCH_FOUND)
        return;
    const Language *language =
        file->language ? file->language : lang_detect(path, str_slice(text, 0, SOURCE_HEAD_BYTES));
    const LangFacts *facts = lang_facts(language);
    row.language = language;
    if (!facts->holds_prose && text.len <= INDEX_FILE_BYTES_MAX)
        code_tokens_read(&work, language, text, &tokens);
    bool code = !facts->holds_prose && !facts->is_plain_text && !facts->holds_data;
    Arena *arena = searching->request->arena;
    Reading reading = {.arena = arena,
                       .search = searching->search,
                       .path = path,
                       .kind = facts->holds_prose ? MENTION_PROSE : MENTION_TEXT,
                       .followed = code && is_followed(file),
                       .package = str_copy(arena, catalog_name(catalog, file->package)),
                       .language = language,
                       .tokens = &tokens,
                       .whole = text,
                       .file = changed};
    while (lines++ < FILE_LINES_MAX && matcher_find(matcher, text, from, &match) == MATCH_FOUND) {
        reading.text = str_slice(text, match.line_start, match.line_end);
        reading.line = (uint32_t)lines_at_offset(text, match.line_start);
        reading.offset = match.line_start;
        left_names_scan(&searching->search->names, reading.text, add_place, &reading);
        from = MIN(match.line_end + 1, text.len);
        if (match.line_end >= text.len)
            break;
    }
}

static void read_texts(Searching *searching, const Pattern *pattern)
{
    const ChangeSet *set = searching->set;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (file->new.path.len && !file->unseen.len)
            read_text(searching, pattern, file->new.path, file->new.text, file);
    }
    for (size_t i = 0; i < searching->texts->len; i++)
        read_text(searching, pattern, searching->texts->ptr[i].path, searching->texts->ptr[i].text,
                  NULL);
}

/* ---- all ---- */

static bool search_for(Searching *searching, const Str *words, size_t count)
{
    Pattern *pattern SCOPED(pattern_close) = NULL;
    Arena *arena = searching->request->arena;
    Mentions mentions;
    Err ignored = {0};
    if (!mention_search_find_any(&searching->mention, arena, words, count, &mentions, &ignored))
        return false;
    bool any = mentions.any.len > 0;
    const PatternOptions options = {.whole_word = true, .regex = any};
    if (!pattern_open(arena, any ? mentions.any : mentions.word, options, &pattern, &ignored))
        return false;
    read_files(searching, pattern, &mentions);
    read_texts(searching, pattern);
    return true;
}

/* Searches for all texts, as many at once as one expression may have. */
static void search_all(Searching *searching, const StrVec *sought)
{
    size_t passes = 0;
    bool failed = false;
    for (size_t from = 0, to; from < sought->len; from = to) {
        size_t bytes = 0;
        for (to = from; to < sought->len && bytes + 2 * sought->ptr[to].len < SOUGHT_BYTES_MAX;)
            bytes += sought->ptr[to++].len + 6;
        if (to == from || passes++ >= PASSES_MAX) {
            searching->search->names.unsought += sought->len - from;
            break;
        }
        failed |= !search_for(searching, sought->ptr + from, to - from);
    }
    if (failed)
        searching->missed += (uint32_t)searching->mention.catalog->files.len;
}

/* Says what was not searched. */
static Str say_unlooked(Searching *searching, IndexSession *session)
{
    Arena *arena = searching->request->arena;
    Unseen unseen;
    unseen_gather(searching->request, session, (Str){0}, &unseen);
    Str words = unseen_words(arena, &unseen, UNSEEN_SUM);
    Buf out = buf_open(arena, 0);
    if (searching->missed)
        buf_printf(&out, "%u file%s not searched for the names", searching->missed,
                   searching->missed == 1 ? "" : "s");
    if (searching->search->names.unsought)
        buf_printf(&out, "%s%zu name%s not searched for", out.len ? "; " : "",
                   searching->search->names.unsought,
                   searching->search->names.unsought == 1 ? "" : "s");
    if (words.len)
        buf_printf(&out, "%s%.*s", out.len ? "; " : "", STR_ARG(words));
    return buf_str(&out);
}

void left_search(SessionRequest *request, IndexSession *session, const ChangeSet *set,
                 const LeftTextVec *texts, LeftSearch *search)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    Searching searching = {.request = request,
                           .search = search,
                           .set = set,
                           .texts = texts,
                           .changed = map_open(request->arena)};
    *search = (LeftSearch){0};
    left_names_gather(request->arena, set, session->catalog, &search->names);
    if (!search->names.list.len)
        return;
    for (size_t i = 0; i < set->files.len; i++) {
        map_put(&searching.changed, set->files.ptr[i].new.path, NULL);
        map_put(&searching.changed, set->files.ptr[i].old.path, NULL);
    }
    for (size_t i = 0; i < texts->len; i++)
        map_put(&searching.changed, texts->ptr[i].path, NULL);
    StrVec sought = left_names_sought(request->arena, &search->names);
    bool opened = mentions_open(request, session, &tree, &searching.mention);
    searching.mention.without = &searching.changed;
    if (opened)
        search_all(&searching, &sought);
    else
        searching.missed = (uint32_t)session->catalog->files.len;
    left_places_sort(&search->places);
    search->unlooked = say_unlooked(&searching, session);
}
