/* Reasons come from two places: the rows of the catalog, and what the walk noted (git/gaps.h). The
   walk of this question is used if there was one, else what the last update stored, so that a warm
   question lists nothing. */
#include "query/unseen.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/store/unlisted.h"
#include "index/update/memory.h"
#include "session/answer.h"

/* ---- rows of the catalog ---- */

/* Inserts the path into the list of the first ones. */
static void keep_first(UnseenSum *sum, Str path, uint64_t bytes)
{
    size_t at = UNSEEN_PATHS;
    while (at && (!sum->paths[at - 1].len || str_compare(path, sum->paths[at - 1]) < 0))
        at--;
    if (at == UNSEEN_PATHS)
        return;
    memmove(&sum->paths[at + 1], &sum->paths[at], (UNSEEN_PATHS - 1 - at) * sizeof *sum->paths);
    sum->paths[at] = path;
    if (!at)
        sum->bytes = bytes;
}

static void add_row(UnseenSum *sum, const CatalogFile *file)
{
    const Language *language = file->language ? file->language : lang_detect(file->path, (Str){0});
    sum->languages_differ |= sum->files && sum->language != language;
    sum->language = language;
    sum->files++;
    keep_first(sum, file->path, file->size);
}

/* Why the row may lack symbols or calls; UNSEEN_REASON_COUNT: it lacks none. Prose, data and plain
   text count if they could not be read, or are so large that their own symbols are missing. */
static UnseenReason reason_of(const CatalogFile *file)
{
    static const UnseenReason classes[FILE_CLASS_COUNT] = {[FILE_GENERATED] = UNSEEN_GENERATED,
                                                           [FILE_VENDORED] = UNSEEN_VENDORED,
                                                           [FILE_MINIFIED] = UNSEEN_MINIFIED,
                                                           [FILE_BINARY] = UNSEEN_BINARY};
    const Language *language = file->language ? file->language : lang_detect(file->path, (Str){0});
    const LangFacts *facts = lang_facts(language);
    bool plain = facts->is_plain_text, code = !plain && !facts->holds_prose && !facts->holds_data;
    if (file->state == FILE_FAILED)
        return memory_is_reason(file->reason) ? UNSEEN_REASON_COUNT : UNSEEN_FAILED;
    if (!plain && (file->class == FILE_LARGE || file->class == FILE_POINTER))
        return file->class == FILE_LARGE ? UNSEEN_LARGE : UNSEEN_POINTER;
    if (file->state != FILE_SYNTACTIC || !code)
        return UNSEEN_REASON_COUNT;
    if (!classify_is_indexed(file->class, file->path))
        return classes[file->class];
    return file->degraded ? UNSEEN_DEGRADED : UNSEEN_REASON_COUNT;
}

static void add_rows(const Catalog *catalog, Str within, Unseen *unseen)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || (within.len && str_find(file->path, within) == STR_NONE))
            continue;
        unseen->sources += file->class == FILE_SOURCE || file->class == FILE_TEST;
        if (file->class <= FILE_TEST && file->state == FILE_SYNTACTIC && !file->degraded)
            continue;
        UnseenReason reason = reason_of(file);
        if (reason != UNSEEN_REASON_COUNT)
            add_row(&unseen->of[reason], file);
    }
}

/* ---- gaps of the walk ---- */

/* Whether the link leads out of the tree, to a directory or a source. */
static bool is_way_out(Arena scratch, Str root, Str path)
{
    Str real = fs_real_path(&scratch, path_join(&scratch, root, path));
    if (!real.len || path_is_inside(real, root))
        return false;
    return classify_is_code(real) || fs_is_directory(&scratch, real);
}

/* Whether the path, or something below it, may contain `within`. */
static bool may_be_within(Str path, Str within)
{
    return !within.len || str_find(path, within) != STR_NONE || str_find(within, path) != STR_NONE;
}

static void add_gap(Arena scratch, Str root, const Gap *gap, bool links, Str within, UnseenSum *sum)
{
    uint32_t left_out = 0;
    for (size_t i = 0; i < gap->paths.len; i++) {
        Str path = gap->paths.ptr[i];
        if ((links && !is_way_out(scratch, root, path)) || !may_be_within(path, within))
            left_out++;
        else
            keep_first(sum, path, 0);
    }
    bool whole = !links && !within.len;
    sum->files = whole ? gap->count : (uint32_t)gap->paths.len - left_out;
    sum->more = !whole && sum->files && gap->count > gap->paths.len;
}

/* A rule that leaves out several paths may leave out some within, whichever the first is. */
static void add_rule(const GapRule *rule, Str within, Unseen *unseen)
{
    UnseenSum *sum = &unseen->of[UNSEEN_IGNORED];
    if (!rule->files || (rule->paths == 1 && !may_be_within(rule->first, within)))
        return;
    sum->files += rule->files;
    if (rule->files <= unseen->by_rule)
        return;
    unseen->by_rule = rule->files;
    unseen->rule = rule->text;
    sum->paths[0] = rule->first;
}

static void add_gaps(Arena scratch, Str root, const WalkGaps *gaps, Str within, Unseen *unseen)
{
    static const UnseenReason reasons[GAP_KIND_COUNT] = {[GAP_UNREADABLE] = UNSEEN_UNREADABLE,
                                                         [GAP_DEEP] = UNSEEN_DEEP,
                                                         [GAP_LINK] = UNSEEN_LINK,
                                                         [GAP_SUBMODULE] = UNSEEN_SUBMODULE,
                                                         [GAP_SPARSE] = UNSEEN_SPARSE,
                                                         [GAP_USUAL] = UNSEEN_USUAL,
                                                         [GAP_WORKTREE] = UNSEEN_WORKTREE};
    for (size_t i = 0; i < GAP_KIND_COUNT; i++)
        add_gap(scratch, root, &gaps->of[i], i == GAP_LINK, within, &unseen->of[reasons[i]]);
    for (size_t i = 0; i < gaps->rules.len; i++)
        add_rule(&gaps->rules.ptr[i], within, unseen);
    unseen->of[UNSEEN_IGNORED].more = gaps->more;
}

static bool walk_now(SessionRequest *request, const IndexSession *session, WalkResult *tree)
{
    WalkOptions options = {.is_source = classify_is_code, .cancel = request->cancel};
    Err ignored;
    return git_walk(request->arena, *request->scratch, &session->repo, &options, tree, &ignored);
}

/* The gaps with ignored sources counted; what the last update counted is used while the walk notes
   the same. */
static WalkGaps find_gaps(SessionRequest *request, const IndexSession *session)
{
    Unlisted stored;
    WalkResult now = {0};
    const WalkResult *tree = session->tree;
    unlisted_load(session->store, request->arena, &stored);
    if (!tree && stored.noted)
        return stored.gaps;
    if (!tree && walk_now(request, session, &now))
        tree = &now;
    if (!tree)
        return stored.gaps;
    if (stored.noted == gaps_hash(*request->scratch, &tree->gaps))
        return stored.gaps;
    return gaps_count(request->arena, *request->scratch, session->repo.root, &tree->gaps,
                      classify_is_code);
}

void unseen_gather(SessionRequest *request, const IndexSession *session, Str within, Unseen *unseen)
{
    *unseen = (Unseen){0};
    if (!session->catalog || !session->store)
        return; /* an organisation's database, which has no tree */
    if (!session_is_current(request))
        return; /* the answer is dropped, and the question asked again */
    add_rows(session->catalog, within, unseen);
    if (within.len && catalog_find_file(session->catalog, within) != FILE_NOWHERE)
        return; /* one file, and it is listed */
    WalkGaps gaps = find_gaps(request, session);
    if (!catalog_has_files(session->catalog))
        memset(&gaps.rules, 0, sizeof gaps.rules); /* session_no_files names the rule */
    add_gaps(*request->scratch, session->repo.root, &gaps, within, unseen);
}

void unseen_gather_gaps(SessionRequest *request, Str root, const WalkGaps *noted, Unseen *unseen)
{
    *unseen = (Unseen){0};
    WalkGaps gaps = gaps_count(request->arena, *request->scratch, root, noted, classify_is_code);
    add_gaps(*request->scratch, root, &gaps, (Str){0}, unseen);
}

void unseen_add(Unseen *unseen, UnseenReason reason, Str path)
{
    unseen->of[reason].files++;
    keep_first(&unseen->of[reason], path, 0);
}

static bool unseen_hides_much(const Unseen *unseen)
{
    uint64_t hidden = unseen->of[UNSEEN_IGNORED].files;
    return hidden >= UNSEEN_HIDDEN_MIN ||
           (hidden && hidden * UNSEEN_HIDDEN_SHARE >= hidden + unseen->sources);
}

unsigned unseen_of_tree(const Unseen *unseen)
{
    unsigned chosen = UNSEEN_BIT(UNSEEN_DEGRADED) | UNSEEN_BIT(UNSEEN_GENERATED) |
                      UNSEEN_BIT(UNSEEN_MINIFIED) | UNSEEN_BIT(UNSEEN_VENDORED) |
                      UNSEEN_BIT(UNSEEN_FAILED) | UNSEEN_BIT(UNSEEN_USUAL);
    if (!unseen_hides_much(unseen))
        chosen |= UNSEEN_BIT(UNSEEN_IGNORED);
    return UNSEEN_ALL & ~chosen;
}
