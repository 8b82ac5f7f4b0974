/* `grep`: text search. All hits are counted first, so that the totals are exact. Then files with
   hits are sorted: code, its tests, prose. The lines of one page are read again, with the outlines
   of their files. */
#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "query/grep_files.h"
#include "query/grep_symbols.h"
#include "query/query.h"
#include "query/unseen.h"
#include "session/notices.h"
#include "session/session.h"
#include "tools/params.h"
#include "view/hits.h"

/* Maximum lines of context, and maximum lines between two hits in one block. */
#define SEARCH_CONTEXT_MAX 20
#define SEARCH_MERGE_MAX 20

static const ToolParam params[] = {
    {.name = "pattern",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "PATTERN",
     .help = "literal text to look for; with --regex a regular expression (PCRE2)"},
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .many = true,
     .value = "PATH",
     .help = "directory, file, or pattern ('*.c', 'src/**', '!*_test.go'); may be repeated"},
    {.name = "regex", .type = TOOL_FLAG, .help = "the pattern is a regular expression"},
    {.name = "case_insensitive", .type = TOOL_FLAG, .help = "ignore case"},
    {.name = "whole_word", .type = TOOL_FLAG, .rare = true, .help = "match whole words only"},
    {.name = "file_types",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "LIST",
     .help = "only these languages or extensions: c,python,.proto"},
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    {.name = "files_only",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "only the files, with their numbers of hits"},
    {.name = "context",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "0",
     .max = SEARCH_CONTEXT_MAX,
     .capped = true,
     .value = "LINES",
     .help = "lines to show before and after each hit"},
    {.name = "merge_threshold",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "3",
     .max = SEARCH_MERGE_MAX,
     .capped = true,
     .value = "LINES",
     .help = "join hits at most this many lines apart"},
    PARAM_LIMIT_RARE("50", SEARCH_HITS_MAX, "how many hits to show"),
    {.name = "cursor",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "CURSOR",
     .help = "continue the last answer; keep the other arguments the same"},
};

static const char *const examples[] = {"grep parse_header src/net", "grep 'TODO|FIXME' --regex",
                                       "grep timeout '*.go' '!*_test.go' --context 2", NULL};

typedef struct Grep {
    ToolCall *call;
    GrepFiles files;
    TextSearch search;
    TextPage page;
    TextFileVec hit; /* files with hits, in the order shown */
    uint64_t limit;
    size_t start; /* index of the page's first file */
    GrepSymbols symbols;
    HitAnswer answer;
} Grep;

/* ---- order of files ---- */

typedef struct Ranked {
    unsigned rank;
    const TextFile *file;
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return str_compare(x->file->path, y->file->path);
}

static void put_in_order(Grep *grep)
{
    Arena *arena = grep->call->arena;
    const TextFileVec *all = &grep->files.list;
    Ranked *ranked = NEW(arena, Ranked, all->len + 1);
    size_t count = 0;
    for (size_t i = 0; i < all->len; i++) {
        const TextFile *file = &all->ptr[i];
        if (!file->hits)
            continue;
        Str path = str_join(arena, grep->files.prefix, file->path);
        ranked[count++] = (Ranked){classify_order(path, file->size), file};
    }
    if (count)
        qsort(ranked, count, sizeof *ranked, compare_ranked);
    for (size_t i = 0; i < count; i++)
        *VEC_PUSH(arena, &grep->hit) = *ranked[i].file;
}

/* ---- start of a page ---- */

static uint64_t query_of(ToolCall *call)
{
    Arena scratch = *call->scratch;
    Str all =
        str_format(&scratch, "%.*s\n%.*s\n%.*s\n%llu%llu%llu", STR_ARG(tool_text(call, "pattern")),
                   STR_ARG(tool_text(call, "path")), STR_ARG(tool_text(call, "file_types")),
                   (unsigned long long)tool_number(call, "regex"),
                   (unsigned long long)tool_number(call, "case_insensitive"),
                   (unsigned long long)tool_number(call, "whole_word"));
    all = str_join(&scratch, all, query_left_out(call->arena, params_filter(call)));
    return hash_fast(all);
}

static uint64_t stamp_of(const TextFile *file)
{
    uint64_t parts[] = {hash_fast(file->path), file->size, file->stamp};
    return hash_fast((Str){(const char *)parts, sizeof parts});
}

static bool fail_cursor(ErrCode code, const char *why, Err *err)
{
    err_set(err, code, "cursor: %s", why);
    return err_hint(err, "ask again without it");
}

static bool find_start(Grep *grep, Err *err)
{
    HitCursor cursor;
    const ToolValue *given = tool_value(grep->call, "cursor");
    if (!given->given)
        return true;
    if (!hits_cursor_parse(given->text, &cursor))
        return fail_cursor(ERR_USAGE, "not one that an answer named", err);
    if (cursor.query != grep->answer.query)
        return fail_cursor(ERR_USAGE, "it belongs to a search with other arguments", err);
    const TextFileVec *list = &grep->hit;
    for (; grep->start < list->len; grep->start++) {
        const TextFile *file = &list->ptr[grep->start];
        if (stamp_of(file) == cursor.stamp)
            break;
        grep->answer.first += file->hits;
    }
    grep->page.after_line = cursor.line;
    return grep->start < list->len ||
           fail_cursor(ERR_STALE, "the file in which that answer ended has changed", err);
}

/* ---- the page ---- */

static Str shown_path(const Grep *grep, Str path)
{
    Str prefix = path_is_absolute(grep->files.prefix) ? (Str){0} : grep->files.prefix;
    return str_join(grep->call->arena, prefix, path);
}

static void take_file(Grep *grep, const TextFile *file)
{
    ToolCall *call = grep->call;
    Arena scratch = *call->scratch;
    TextLines lines;
    Outline outline;
    if (!text_lines(call->arena, &scratch, &grep->search, file, &grep->page, &lines))
        return;
    grep->answer.first += lines.skipped;
    if (!lines.hits)
        return;
    grep->page.limit -= lines.hits;
    grep_outline(&grep->symbols, &scratch, file->path, lines.text, &outline);
    HitFile *shown = VEC_PUSH(call->arena, &grep->answer.list);
    *shown = (HitFile){.path = shown_path(grep, file->path),
                       .hits = file->hits,
                       .stamp = stamp_of(file),
                       .lines = lines.list.ptr,
                       .count = lines.list.len};
    grep_find_symbols(call->arena, &outline, shown);
    grep_find_definitions(&grep->symbols, &outline, shown->path, &grep->answer.definitions);
}

/* ---- totals ---- */

static void add_totals(Grep *grep)
{
    HitAnswer *answer = &grep->answer;
    for (size_t i = 0; i < grep->files.list.len; i++) {
        const TextFile *file = &grep->files.list.ptr[i];
        answer->hits += file->hits;
        answer->files += file->hits > 0;
        answer->searched += file->state == TEXT_SEARCHED && !file->is_pointer;
        answer->binary += file->state == TEXT_BINARY;
        answer->unreadable += file->state == TEXT_UNREADABLE;
        answer->given_up += file->state == TEXT_GIVEN_UP;
    }
}

static int more_first(const void *a, const void *b)
{
    const HitPlace *x = a, *y = b;
    if (x->hits != y->hits)
        return x->hits < y->hits ? 1 : -1;
    return str_compare(x->path, y->path);
}

/* Length of the common directory of all paths from `first` on, with its slash. */
static size_t common_directory(const TextFileVec *list, size_t first)
{
    Str common = {0};
    bool any = false;
    for (size_t i = first; i < list->len; i++) {
        Str path = list->ptr[i].path;
        size_t len = 0;
        while (any && len < MIN(common.len, path.len) && common.ptr[len] == path.ptr[len])
            len++;
        common = any ? str_slice(path, 0, len) : path;
        any = true;
    }
    size_t slash = str_find_last_byte(common, '/');
    return slash == STR_NONE ? 0 : slash + 1;
}

static int by_path(const void *a, const void *b)
{
    return str_compare(((const HitPlace *)a)->path, ((const HitPlace *)b)->path);
}

/* Merges places of the same path. */
static void merge_places(HitPlaceVec *places)
{
    size_t kept = 0;
    if (places->len)
        qsort(places->ptr, places->len, sizeof *places->ptr, by_path);
    for (size_t i = 0; i < places->len; i++) {
        if (kept && str_equal(places->ptr[kept - 1].path, places->ptr[i].path))
            places->ptr[kept - 1].hits += places->ptr[i].hits;
        else
            places->ptr[kept++] = places->ptr[i];
    }
    places->len = kept;
}

/* Counts the hits after the page by directory, one level below their common directory. */
static void add_places(Grep *grep, size_t first)
{
    const TextFileVec *list = &grep->hit;
    HitPlaceVec *places = &grep->answer.places;
    size_t common = common_directory(list, first);
    for (size_t i = first; i < list->len; i++) {
        const TextFile *file = &list->ptr[i];
        size_t slash = str_find_byte(str_from_offset(file->path, common), '/');
        Str name = slash == STR_NONE ? file->path : str_slice(file->path, 0, common + slash + 1);
        *VEC_PUSH(grep->call->arena, places) = (HitPlace){shown_path(grep, name), file->hits};
    }
    merge_places(places);
    if (places->len)
        qsort(places->ptr, places->len, sizeof *places->ptr, more_first);
}

/* Searches the definition of the name in files that are not shown. */
static void look_further(Grep *grep, size_t shown_from, size_t shown_to)
{
    const TextFileVec *list = &grep->hit;
    for (size_t i = 0; i < list->len && grep_wants_more(&grep->symbols, &grep->answer); i++) {
        const TextFile *file = &list->ptr[i];
        if ((i >= shown_from && i < shown_to) || tool_is_cancelled(grep->call))
            continue;
        Arena scratch = *grep->call->scratch;
        Outline outline;
        if (grep_outline_likely(&grep->symbols, &scratch, &grep->files.tree, file, &outline))
            grep_find_definitions(&grep->symbols, &outline, shown_path(grep, file->path),
                                  &grep->answer.definitions);
    }
}

static void take_page(Grep *grep)
{
    const TextFileVec *list = &grep->hit;
    size_t i = grep->start;
    for (; i < list->len && grep->page.limit; i++) {
        if (!tool_is_cancelled(grep->call))
            take_file(grep, &list->ptr[i]);
        grep->page.after_line = 0;
    }
    add_places(grep, i);
    look_further(grep, grep->start, i);
}

/* ---- the call ---- */

static bool looks_like_expression(Str text)
{
    static const char *const marks[] = {".*", ".+", "\\b", "\\s", "\\w", "\\d", "|", "[^", "\\("};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(text, str_from(marks[i])) != STR_NONE)
            return true;
    return false;
}

static void prepare(Grep *grep)
{
    HitAnswer *answer = &grep->answer;
    answer->pattern = tool_text(grep->call, "pattern");
    answer->regex = tool_flag(grep->call, "regex");
    answer->query = query_of(grep->call);
    answer->note = grep->call->lowered;
    answer->cursor_word = tool_hint(grep->call, STR("--cursor"));
    answer->narrow_words = tool_hint(grep->call, STR("a path and --file-types narrow"));
    grep->page.limit = tool_number(grep->call, "limit");
    answer->context = (uint32_t)tool_number(grep->call, "context");
    answer->merge = (uint32_t)tool_number(grep->call, "merge_threshold");
    grep->page.context = answer->context;
    grep->page.merge = answer->merge;
}

static void note_given_up(Grep *grep)
{
    const TextFile *file = grep->files.list.ptr;
    while (file->state != TEXT_GIVEN_UP)
        file++;
    grep->answer.note = str_format(
        grep->call->arena,
        "%.*s: not searched to its end, the pattern needs too many steps there; a repeat within a "
        "repeat, like (a+)+, should be written once",
        STR_ARG(shown_path(grep, file->path)));
}

static void add_note(Grep *grep, Str note)
{
    Str *all = &grep->answer.note;
    if (note.len)
        *all = all->len ? str_format(grep->call->arena, "%.*s; %.*s", STR_ARG(*all), STR_ARG(note))
                        : note;
}

/* Says what was not searched, in front of `no hits`. */
static void note_unsearched(Grep *grep)
{
    ToolCall *call = grep->call;
    const GrepFiles *files = &grep->files;
    Unseen unseen = {0};
    if (files->root.len)
        unseen_gather_gaps(&call->request, files->root, &files->gaps, &unseen);
    for (size_t i = 0; i < files->list.len; i++) {
        const TextFile *file = &files->list.ptr[i];
        if (file->state == TEXT_BINARY && classify_is_code(file->path))
            unseen_add(&unseen, UNSEEN_BINARY, shown_path(grep, file->path));
        if (file->is_pointer)
            unseen_add(&unseen, UNSEEN_POINTER, shown_path(grep, file->path));
        if (file->state == TEXT_UNREADABLE)
            unseen_add(&unseen, UNSEEN_FAILED, shown_path(grep, file->path));
    }
    Str words = unseen_words(call->arena, &unseen, UNSEEN_TEXT);
    Str advice = unseen_advice(&call->request, &unseen, UNSEEN_TEXT, (Str){0});
    if (words.len)
        add_note(grep, str_format(call->arena, "not searched: %.*s%s%.*s", STR_ARG(words),
                                  advice.len ? "; " : "", STR_ARG(advice)));
}

static bool is_ascii(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80)
            return false;
    return true;
}

/* Files in an encoding that is not recognised, where it makes a difference. */
static void note_guessed(Grep *grep)
{
    const TextFile *first = NULL;
    size_t files = 0;
    for (size_t i = 0; i < grep->files.list.len; i++) {
        const TextFile *file = &grep->files.list.ptr[i];
        bool guessed = file->coding == CODING_WINDOWS_1252 && file->state == TEXT_SEARCHED;
        first = guessed && !files ? file : first;
        files += guessed;
    }
    if (files && (!grep->answer.hits || !is_ascii(grep->answer.pattern)))
        add_note(grep, str_format(grep->call->arena,
                                  "%zu file%s not UTF-8 and read as Windows-1252 (%.*s%s): other "
                                  "encodings are not recognised",
                                  files, files == 1 ? " is" : "s are",
                                  STR_ARG(shown_path(grep, first->path)), files == 1 ? "" : ", …"));
}

/* Notebooks, of which only the sources of cells were searched. */
static void note_hidden(Grep *grep)
{
    size_t files = 0;
    for (size_t i = 0; i < grep->files.list.len; i++)
        files += grep->files.list.ptr[i].hides_code;
    if (files)
        add_note(grep, str_format(grep->call->arena,
                                  "in %zu notebook%s only the sources of cells were searched, "
                                  "not outputs",
                                  files, files == 1 ? "" : "s"));
}

/* Files that are read in pieces: a match over several lines may lie across two of them. */
static void note_pieces(Grep *grep)
{
    size_t files = 0;
    for (size_t i = 0; i < grep->files.list.len; i++)
        files += grep->files.list.ptr[i].state == TEXT_SEARCHED &&
                 grep->files.list.ptr[i].size > SEARCH_WINDOW_BYTES;
    if (files && pattern_spans_lines(grep->search.pattern))
        add_note(grep,
                 str_format(grep->call->arena,
                            "%zu file%s larger than %d MB: a match across two pieces of one "
                            "is not found",
                            files, files == 1 ? " is" : "s are", (int)(SEARCH_WINDOW_BYTES / MB)));
}

/* Whether parts of the expression match a line end elsewhere, but not here. */
static bool stays_within_lines(Str expression)
{
    static const char *const parts[] = {"\\s", "\\W", "\\D", "[^"};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (str_find(expression, str_from(parts[i])) != STR_NONE)
            return true;
    return false;
}

/* Says why there may be no hits: a pattern that fits no text, filters that fit no file, and files
   that were not searched. */
static void note_no_hits(Grep *grep)
{
    ToolCall *call = grep->call;
    PatternOptions options = {.regex = tool_flag(call, "regex"),
                              .ignore_case = tool_flag(call, "case_insensitive"),
                              .whole_word = tool_flag(call, "whole_word")};
    Str doubt = pattern_doubt(call->arena, *call->scratch, grep->answer.pattern, options);
    if (doubt.len)
        add_note(grep,
                 str_format(call->arena, "no text matches this expression: %.*s", STR_ARG(doubt)));
    else if (options.regex && !pattern_spans_lines(grep->search.pattern) &&
             stays_within_lines(grep->answer.pattern))
        add_note(grep, STR("a match lies within one line; (?s) at its start lets it go on"));
    if (grep->files.unfit.len)
        add_note(grep, str_format(call->arena, "no file fits %.*s", STR_ARG(grep->files.unfit)));
    note_unsearched(grep);
}

static bool put_answer(Grep *grep, Err *err)
{
    ToolCall *call = grep->call;
    HitAnswer *answer = &grep->answer;
    if (answer->given_up)
        note_given_up(grep);
    if (!answer->hits && !answer->regex && looks_like_expression(answer->pattern))
        answer->note =
            tool_hint(call, STR("searched literally; --regex makes it a regular expression"));
    if (grep->files.ignored_by.len && !answer->searched)
        answer->note = session_ignored_by(&call->request, grep->files.ignored_by);
    else if (!answer->hits)
        note_no_hits(grep);
    if (!answer->hits)
        note_hidden(grep);
    note_pieces(grep);
    note_guessed(grep);
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    hits_write(&out, *call->scratch, call->format, answer);
    return tool_put_buf(call, &out, err);
}

/* Writes files without lines; the limit of hits is one of files here. */
static bool put_files(Grep *grep, Err *err)
{
    ToolCall *call = grep->call;
    const TextFileVec *list = &grep->hit;
    HitAnswer *answer = &grep->answer;
    uint64_t room = grep->page.limit;
    size_t i = grep->start;
    answer->files_only = true;
    for (; i < list->len && room; i++)
        if (list->ptr[i].hits) {
            *VEC_PUSH(call->arena, &answer->list) =
                (HitFile){.path = shown_path(grep, list->ptr[i].path),
                          .hits = list->ptr[i].hits,
                          .stamp = stamp_of(&list->ptr[i])};
            room--;
        }
    while (i < list->len && !list->ptr[i].hits)
        i++;
    if (i < list->len)
        answer->cursor =
            hits_cursor(call->arena, (HitCursor){answer->query, stamp_of(&list->ptr[i]), 0});
    return put_answer(grep, err);
}

static void close_files(GrepFiles **files)
{
    grep_files_close(*files);
}

static bool run(ToolCall *call, Err *err)
{
    Grep grep = {.call = call};
    Pattern *pattern SCOPED(pattern_close) = NULL;
    PatternOptions options = {.regex = tool_flag(call, "regex"),
                              .ignore_case = tool_flag(call, "case_insensitive"),
                              .whole_word = tool_flag(call, "whole_word")};
    prepare(&grep);
    grep_symbols_open(&call->request, grep.answer.pattern, options, &grep.symbols);
    if (!pattern_open(call->arena, grep.answer.pattern, options, &pattern, err))
        return false;
    GrepFiles *files SCOPED(close_files) = &grep.files;
    bool filtered = tool_param(call->tool, STR("no_tests"));
    GrepWanted wanted = {.paths = tool_text(call, "path"),
                         .types = tool_text(call, "file_types"),
                         .filter =
                             filtered ? params_filter(call) : (QueryFilter){.no_tests = false}};
    if (!grep_files_open(&call->request, &wanted, files, err))
        return false;
    grep.symbols.root = files->tree.root;
    grep.search = (TextSearch){&files->tree, pattern, call->context->cancel, .matches = false};
    if (!text_count(&grep.search, files->list.ptr, files->list.len, err))
        return false;
    put_in_order(&grep);
    if (!find_start(&grep, err))
        return false;
    add_totals(&grep);
    grep.answer.unreadable += files->unreadable;
    if (tool_flag(call, "files_only"))
        return put_files(&grep, err);
    take_page(&grep);
    return put_answer(&grep, err);
}

const Tool grep_tool = {
    .name = "grep",
    .mcp_name = "raw_search",
    .summary = "Finds text in the files of a directory",
    .about = "Searches every file that git does not ignore; needs no index. Hits are "
             "lines, grouped by file (code, tests, third-party code, prose, data) and "
             "enclosing symbol. Nearby hits form one block, and of a long line the "
             "part around the match is shown. Counts cover all hits, however many are "
             "shown, and a cursor leads to the next ones. Binary files are skipped "
             "and counted; in notebooks the sources of cells are searched. A match lies "
             "within one line, unless the pattern names a line "
             "end (\\n, \\R, (?s), [\\s\\S], or a literal text of several lines). Without "
             "hits the answer names what was not searched, and says if no text can match. "
             "At most 30 tokens a hit, with --context a line, and 6,000 "
             "in all, plus 250 for head and foot: beyond that, fewer hits are shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "Instead of grep or rg in a shell: each hit with its symbol, at most 30 tokens; "
              "totals of all hits.",
    .profile = TOOL_IN_CORE,
    .tokens = {"1,200", "30 a hit"},
    .next = "read PATH:LINE-LINE, get_symbol",
    .run = run,
};
