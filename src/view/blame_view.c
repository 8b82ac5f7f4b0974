/* Blame view: runs of lines are summed by commit and by author in one pass. An author is identified
   by e-mail address, or by name without an address. Text and structured answers are written from
   these sums. */
#include "view/blame_view.h"

#include "base/map.h"
#include "text/address.h"
#include "text/date.h"

#include <stdlib.h>

#define RANGES_SHOWN 12

/* ---- ranges ---- */

/* The next range of the commit's lines from *run on; runs that are adjacent now are joined,
   whatever their lines in the commit. False: no more. */
static bool next_range(const GitBlame *blame, uint32_t commit, size_t *run, uint32_t *first,
                       uint32_t *last)
{
    const GitBlameRun *runs = blame->runs.ptr;
    while (*run < blame->runs.len && runs[*run].commit != commit)
        ++*run;
    if (*run == blame->runs.len)
        return false;
    *first = runs[*run].first;
    *last = *first + runs[*run].count - 1;
    while (++*run < blame->runs.len && runs[*run].commit == commit && runs[*run].first == *last + 1)
        *last += runs[*run].count;
    return true;
}

/* ---- sums ---- */

typedef struct Share {
    uint32_t commit; /* index in GitBlame.commits */
    uint32_t lines;
    uint32_t author; /* index in Sums.authors */
    int64_t time;
} Share;

typedef struct Author {
    Str name;
    uint32_t lines, commits;
    int64_t oldest, newest;
} Author;

typedef struct Sums {
    Share *commits; /* newest first */
    size_t commit_count;
    Author *authors; /* most lines first */
    size_t author_count;
    uint32_t lines, open; /* all lines, and the uncommitted ones */
    int64_t middle;       /* median age: half of the committed lines are not older */
} Sums;

static int newest_first(const void *a, const void *b)
{
    const Share *x = a, *y = b;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    return x->commit < y->commit ? -1 : x->commit > y->commit;
}

static int most_first(const void *a, const void *b)
{
    const Author *x = a, *y = b;
    if (x->lines != y->lines)
        return x->lines > y->lines ? -1 : 1;
    return str_compare(x->name, y->name);
}

/* Identity of an author: the address, or the name without an address. */
static Str key_of(Arena *arena, const GitCommit *commit)
{
    return commit->author_email.len ? str_lower(arena, commit->author_email) : commit->author_name;
}

static void add_share(Author *author, const GitCommit *commit, uint32_t lines)
{
    if (!author->commits++) {
        author->name = commit->author_name.len ? commit->author_name : commit->author_email;
        author->oldest = author->newest = commit->time;
    }
    author->oldest = MIN(author->oldest, commit->time);
    author->newest = MAX(author->newest, commit->time);
    author->lines += lines;
}

static void sum_authors(Arena *arena, const GitBlame *blame, Sums *sums)
{
    Map known = map_open(arena);
    sums->authors = NEW(arena, Author, sums->commit_count);
    for (size_t i = 0; i < sums->commit_count; i++) {
        const GitCommit *commit = &blame->commits.ptr[sums->commits[i].commit].commit;
        bool added;
        uint64_t *index = map_put(&known, key_of(arena, commit), &added);
        if (added)
            *index = sums->author_count++;
        add_share(&sums->authors[*index], commit, sums->commits[i].lines);
    }
    if (sums->author_count)
        qsort(sums->authors, sums->author_count, sizeof *sums->authors, most_first);
}

static Sums sums_of(Arena *arena, const GitBlame *blame)
{
    Sums sums = {.commits = NEW(arena, Share, blame->commits.len),
                 .commit_count = blame->commits.len};
    uint32_t committed = 0;
    for (uint32_t i = 0; i < blame->commits.len; i++)
        sums.commits[i] = (Share){.commit = i, .time = blame->commits.ptr[i].commit.time};
    for (size_t i = 0; i < blame->runs.len; i++) {
        const GitBlameRun *run = &blame->runs.ptr[i];
        sums.lines += run->count;
        if (run->commit == GIT_BLAME_NOT_COMMITTED)
            sums.open += run->count;
        else
            sums.commits[run->commit].lines += run->count;
    }
    if (sums.commit_count)
        qsort(sums.commits, sums.commit_count, sizeof *sums.commits, newest_first);
    for (size_t i = 0; i < sums.commit_count && 2 * committed < sums.lines - sums.open; i++) {
        committed += sums.commits[i].lines;
        sums.middle = sums.commits[i].time;
    }
    sum_authors(arena, blame, &sums);
    return sums;
}

/* Why lines may be older than reported, or empty. */
static Str doubt_of(const GitBlame *blame)
{
    if (blame->shallow)
        return STR("the clone is shallow: lines of its oldest commit may be older; git fetch "
                   "--unshallow brings the rest");
    if (blame->replaced)
        return STR(GIT_REPLACED_NOTE);
    if (blame->most)
        return STR("the limit of commits was reached: lines of the oldest may be older");
    return blame->coarse ? STR("a version was too large to compare line by line: some lines may be "
                               "older")
                         : (Str){0};
}

const char blame_view_wording[] =
    "{path:address}{?qualified}::{qualified}{/} [{-}]: {lines} line{lines:s}, "
    "{author_count} author{author_count:s}, {commit_count} commit{commit_count:s}"
    "{?commit_count}, {oldest}{?spans} to {newest}{/}, half of it since {half_since}{/}\n"
    "{*authors 10}  {name}  {lines} line{lines:s} ({percent} %), {commits} "
    "commit{commits:s}, {oldest}{?spans} to {newest}{/}\n{/}"
    "{?authors>10}  … {#authors:past 10} more authors\n{/}"
    "{?not_committed}  not committed  {not_committed} line{not_committed:s} [{open}]\n{/}"
    "{?commit_count}\n{/}"
    "{*commits}{date} {commit:first 10} {author}  {lines} line{lines:s} "
    "[{first}{?or_older}] or older: {:}]: {/}{summary}{?moved} (in {path:address}){/}\n{/}"
    "{?left}[{left} older commits: {more}]\n{/}{?doubt}[{doubt}]\n{/}";

/* Writes `12, 40-45`: at most `most` ranges. */
static void put_ranges(Buf *out, const GitBlame *blame, uint32_t commit, size_t most)
{
    size_t count = 0, run = 0;
    uint32_t first, last;
    while (next_range(blame, commit, &run, &first, &last)) {
        if (count++ >= most)
            continue;
        buf_printf(out, "%s%u", count > 1 ? ", " : "", first);
        if (last > first)
            buf_printf(out, "-%u", last);
    }
    if (count > most)
        buf_printf(out, ", %zu more", count - most);
}

/* Path of the file in the commit of its first line. */
static Str path_then(const BlameView *view, uint32_t commit)
{
    for (size_t i = 0; i < view->blame->runs.len; i++)
        if (view->blame->runs.ptr[i].commit == commit)
            return view->blame->runs.ptr[i].path;
    return view->path;
}

/* `most`: maximum number of ranges. */
static Json *ranges_value(Arena *arena, const GitBlame *blame, uint32_t commit, size_t most)
{
    Buf out = buf_open(arena, 0);
    put_ranges(&out, blame, commit, most);
    return json_str(arena, buf_str(&out));
}

static Json *author_value(Arena *arena, const Sums *sums, const Author *author)
{
    Json *value = json_object(arena);
    json_set_text(arena, value, STR("name"), author->name);
    json_set(value, STR("lines"), json_u64(arena, author->lines));
    json_set(value, STR("percent"), json_u64(arena, 100 * author->lines / MAX(sums->lines, 1u)));
    json_set(value, STR("commits"), json_u64(arena, author->commits));
    json_set_text(arena, value, STR("oldest"), date_day(arena, author->oldest));
    json_set_text(arena, value, STR("newest"), date_day(arena, author->newest));
    return value;
}

static Json *commit_value(Arena *arena, const BlameView *view, const Share *share)
{
    const GitBlameCommit *row = &view->blame->commits.ptr[share->commit];
    Json *value = json_object(arena);
    json_set_text(arena, value, STR("commit"), row->commit.id);
    json_set_text(arena, value, STR("date"), date_day(arena, row->commit.time));
    json_set_text(arena, value, STR("author"), row->commit.author_name);
    json_set_text(arena, value, STR("summary"), row->commit.summary);
    json_set_text(arena, value, STR("path"), address_value(arena, path_then(view, share->commit)));
    json_set(value, STR("lines"), json_u64(arena, share->lines));
    json_set(value, STR("ranges"), ranges_value(arena, view->blame, share->commit, SIZE_MAX));
    if (row->end)
        json_set(value, STR("or_older"), json_bool(arena, true));
    return value;
}

static bool is_another_day(Arena *arena, int64_t a, int64_t b)
{
    return !str_equal(date_day(arena, a), date_day(arena, b));
}

static Json *author_words(Arena *arena, const Author *author)
{
    Json *words = json_object(arena);
    bool spans = is_another_day(arena, author->oldest, author->newest);
    json_set(words, STR("spans"), json_bool(arena, spans));
    return words;
}

static Json *commit_words(Arena *arena, const BlameView *view, const Share *share)
{
    Json *words = json_object(arena);
    json_set(words, STR("first"), ranges_value(arena, view->blame, share->commit, RANGES_SHOWN));
    json_set(words, STR("moved"),
             json_bool(arena, !str_equal(path_then(view, share->commit), view->path)));
    return words;
}

void blame_view_set(Arena *arena, const BlameView *view, Json *value, Json *words)
{
    Sums sums = sums_of(arena, view->blame);
    Json *authors = json_array(arena), *commits = json_array(arena);
    Json *spans = json_array(arena), *words_of_commits = json_array(arena);
    json_set_text(arena, value, STR("path"), address_value(arena, view->path));
    json_set_text(arena, value, STR("qualified"), view->qualified);
    json_set(value, STR("start"), json_u64(arena, view->first));
    json_set(value, STR("end"), json_u64(arena, view->last));
    json_set(value, STR("lines"), json_u64(arena, sums.lines));
    if (sums.commit_count) {
        const Share *oldest = &sums.commits[sums.commit_count - 1];
        json_set_text(arena, value, STR("oldest"), date_day(arena, oldest->time));
        json_set_text(arena, value, STR("newest"), date_day(arena, sums.commits[0].time));
        json_set_text(arena, value, STR("half_since"), date_day(arena, sums.middle));
        json_set(words, STR("spans"),
                 json_bool(arena, is_another_day(arena, oldest->time, sums.commits[0].time)));
    }
    for (size_t i = 0; i < sums.author_count; i++) {
        json_add(authors, author_value(arena, &sums, &sums.authors[i]));
        json_add(spans, author_words(arena, &sums.authors[i]));
    }
    json_set(value, STR("author_count"), json_u64(arena, sums.author_count));
    json_set(value, STR("authors"), authors);
    json_set(value, STR("not_committed"), json_u64(arena, sums.open));
    if (sums.open)
        json_set(value, STR("not_committed_ranges"),
                 ranges_value(arena, view->blame, GIT_BLAME_NOT_COMMITTED, SIZE_MAX));
    json_set(words, STR("open"),
             ranges_value(arena, view->blame, GIT_BLAME_NOT_COMMITTED, RANGES_SHOWN));
    for (size_t i = 0; i < MIN(sums.commit_count, view->limit); i++) {
        json_add(commits, commit_value(arena, view, &sums.commits[i]));
        json_add(words_of_commits, commit_words(arena, view, &sums.commits[i]));
    }
    json_set(value, STR("commit_count"), json_u64(arena, sums.commit_count));
    json_set(value, STR("commits"), commits);
    json_set(value, STR("looked_at"), json_u64(arena, view->blame->looked));
    json_set_text(arena, value, STR("doubt"), doubt_of(view->blame));
    json_set(words, STR("authors"), spans);
    json_set(words, STR("commits"), words_of_commits);
    json_set(words, STR("left"), json_u64(arena, sums.commit_count - commits->count));
    json_set(words, STR("more"), json_str(arena, view->more));
}
