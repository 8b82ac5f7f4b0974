/* Diagnostics: the findings of `fovea review` for the work tree with the client's texts. A process
   reviews and writes the parameters of one notification for each file with findings. */
#include "base/path.h"
#include "differ/review_tree.h"
#include "lsp/lsp_warm.h"
#include "review/report_write.h"
#include "review/rule_functions.h"
#include "session/answer.h"

#include <unistd.h>

/* Findings of one file; a client shows fewer. */
#define FINDINGS_MAX 200
/* Broken callers of one finding. */
#define RELATED_MAX 20
/* ---- in the process ---- */

typedef struct Reviewer {
    const LspRoot *root;
    Arena arena, scratch;
    SessionRequest request;
    ReviewTree tree;
    DiffAsked asked;
    int fd;
} Reviewer;

/* The text of a file in the new state. */
static Str text_of(Reviewer *reviewer, Str path)
{
    Str text = {0};
    Err ignored = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str whole = path_join(&reviewer->arena, reviewer->root->repo.root, path);
    for (size_t i = 0; i < reviewer->asked.unsaved_count; i++)
        if (str_equal(reviewer->asked.unsaved[i].path, path))
            return reviewer->asked.unsaved[i].text;
    bool read = fs_open(&reviewer->arena, &reviewer->request.policy, whole, &file, &ignored) &&
                file.size <= LSP_DOCUMENT_BYTES_MAX &&
                fs_read_all(&reviewer->arena, &file, &text, &ignored);
    return read ? text : (Str){0};
}

/* Lists the open texts that differ from their files. */
static void list_unsaved(Reviewer *reviewer)
{
    const LspDocuments *documents = &reviewer->root->server->documents;
    DiffUnsaved *unsaved = NEW(&reviewer->arena, DiffUnsaved, documents->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < documents->count; i++) {
        const LspDocument *document = &documents->list[i];
        Str path = lsp_root_relative(reviewer->root, &reviewer->arena, document->path);
        if (path.len && !document->lost && !str_equal(text_of(reviewer, path), document->text))
            unsaved[count++] = (DiffUnsaved){path, document->text};
    }
    reviewer->asked.unsaved = unsaved;
    reviewer->asked.unsaved_count = count;
}

static Json *position(Arena *arena, LspPosition at)
{
    Json *value = json_object(arena);
    json_set(value, STR("line"), json_u64(arena, at.line));
    json_set(value, STR("character"), json_u64(arena, at.character));
    return value;
}

/* A line, counted from 1, without the white space before it; 0 is the first, too. */
static Json *line(Reviewer *reviewer, const LspText *text, uint32_t number)
{
    size_t index = MIN((size_t)MAX(number, 1u), text->lines) - 1;
    size_t start = text->starts[index], end = lsp_text_line_end(text, index);
    while (start < end && byte_is_space(text->bytes.ptr[start]))
        start++;
    Json *value = json_object(&reviewer->arena);
    json_set(value, STR("start"), position(&reviewer->arena, lsp_text_position(text, start)));
    json_set(value, STR("end"), position(&reviewer->arena, lsp_text_position(text, end)));
    return value;
}

/* Where a finding is shown: at its first changed line, not over the whole of a symbol. */
static uint32_t line_of(const Finding *finding)
{
    return finding->gone ? 0 : finding->in_diff ? finding->anchor : review_first_line(finding);
}

/* Whether the rule is about this kind of break. */
static bool is_about(const ReviewRule *rule, UseFault fault)
{
    static bool (*const finders[])(const ReviewFind *, Err *) = {
        [USE_UNFIT] = review_find_stale_calls,   [USE_GONE] = review_find_gone,
        [USE_MISMATCH] = review_find_mismatches, [USE_AFFECTED] = review_find_affected,
        [USE_NAMED] = review_find_named,         [USE_MENTIONED] = review_find_named,
        [USE_UNPROVED] = review_find_unproved,   [USE_UNROUTED] = review_find_unrouted,
    };
    return rule->find == finders[fault];
}

/* Whether a broken use belongs to the finding. */
static bool is_use_of(const Reviewer *reviewer, const Consequence *use, const Finding *finding)
{
    const ChangeSet *set = &reviewer->tree.sides.set;
    const ChangedFile *file = &set->files.ptr[use->file];
    if (!is_about(finding->rule, use->fault) || consequence_is_of_file(use) ||
        !str_equal(review_path(file), finding->path))
        return false;
    const ChangedSymbol *changed = &file->symbols.ptr[use->reported];
    const ChangedFile *old = &set->files.ptr[changed->old_file];
    Arena scratch = reviewer->scratch;
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    Str name = gone ? symbol_qualified_name(&scratch, &old->old.outline, changed->old_symbol)
                    : symbol_qualified_name(&scratch, &file->new.outline, changed->new_symbol);
    return str_equal(name, finding->symbol);
}

static Json *related(Reviewer *reviewer, const Finding *finding)
{
    Arena *arena = &reviewer->arena;
    Json *all = json_array(arena);
    for (size_t i = 0; i < reviewer->tree.uses.len && all->count < RELATED_MAX; i++) {
        const Consequence *use = &reviewer->tree.uses.ptr[i];
        LspText text;
        if (!is_use_of(reviewer, use, finding))
            continue;
        lsp_text_open(arena, text_of(reviewer, use->path),
                      reviewer->root->server->documents.encoding, &text);
        Json *place = json_object(arena), *value = json_object(arena);
        json_set(place, STR("uri"),
                 json_str(arena, lsp_root_uri(reviewer->root, arena, use->path)));
        json_set(place, STR("range"), line(reviewer, &text, use->line));
        json_set(value, STR("location"), place);
        json_set(value, STR("message"), json_str(arena, use->why.len ? use->why : use->user));
        json_add(all, value);
    }
    return all;
}

static Json *diagnostic(Reviewer *reviewer, const LspText *text, const Finding *finding)
{
    static const uint8_t severities[] = {
        [REVIEW_ERROR] = 1, [REVIEW_WARNING] = 2, [REVIEW_NOTE] = 3};
    Arena *arena = &reviewer->arena;
    Json *value = json_object(arena);
    json_set(value, STR("range"), line(reviewer, text, line_of(finding)));
    json_set(value, STR("severity"), json_u64(arena, severities[finding->severity]));
    json_set(value, STR("code"), json_str(arena, str_from(finding->rule->id)));
    json_set(value, STR("source"), json_str(arena, STR("fovea")));
    json_set(value, STR("message"), json_str(arena, review_full_message(arena, finding)));
    Json *places = reviewer->root->server->client.has_related ? related(reviewer, finding) : NULL;
    if (places && places->count)
        json_set(value, STR("relatedInformation"), places);
    return value;
}

/* Writes the findings of one path. */
static void tell_path(Reviewer *reviewer, Str path)
{
    const FindingVec *findings = &reviewer->tree.report.findings;
    Arena *arena = &reviewer->arena;
    Json *params = json_object(arena), *all = json_array(arena);
    Str uri = lsp_root_uri(reviewer->root, arena, path);
    const LspDocument *document =
        lsp_documents_find(&reviewer->root->server->documents, uri, (Str){0});
    LspText text;
    lsp_text_open(arena, text_of(reviewer, path), reviewer->root->server->documents.encoding,
                  &text);
    for (size_t i = 0; i < findings->len && all->count < FINDINGS_MAX; i++)
        if (str_equal(findings->ptr[i].path, path))
            json_add(all, diagnostic(reviewer, &text, &findings->ptr[i]));
    json_set(params, STR("uri"), json_str(arena, uri));
    if (document)
        json_set(params, STR("version"), json_i64(arena, document->version));
    json_set(params, STR("diagnostics"), all);
    Buf out = buf_open(arena, 0);
    json_write(&out, params, 0);
    lsp_process_tell(reviewer->fd, LSP_NOTE_DIAGNOSTICS, buf_str(&out));
}

static bool is_first(const FindingVec *findings, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (str_equal(findings->ptr[i].path, findings->ptr[index].path))
            return false;
    return true;
}

static bool question(void *state, Err *err)
{
    Reviewer *reviewer = state;
    return review_tree(&reviewer->request, &reviewer->asked, &reviewer->tree, err);
}

static void serve(int fd, void *state)
{
    Reviewer reviewer = {.root = state, .fd = fd};
    ToolContext context = *reviewer.root->server->context;
    SessionWarm warm = {0};
    SessionMemo memo = {0};
    Err err = {0};
    arena_open(&reviewer.arena, 0);
    arena_open(&reviewer.scratch, 0);
    context.root = reviewer.root->repo.root;
    lsp_warm_open(reviewer.root, &warm, &memo);
    context.warm = &warm;
    reviewer.request = tool_context_request(&context, &reviewer.arena, &reviewer.scratch);
    reviewer.request.command = "review";
    list_unsaved(&reviewer);
    if (!session_answer(&reviewer.request, question, &reviewer, &err)) {
        Str why = err.code == ERR_STALE ? STR("stale") : str_from(err.message);
        lsp_process_tell(fd, LSP_NOTE_REVIEWED, why.len ? why : STR("the review failed"));
        return;
    }
    const FindingVec *findings = &reviewer.tree.report.findings;
    for (size_t i = 0; i < findings->len; i++)
        if (is_first(findings, i))
            tell_path(&reviewer, findings->ptr[i].path);
    lsp_process_tell(fd, LSP_NOTE_REVIEWED, (Str){0});
}

/* ---- in the server ---- */

bool lsp_review_start(LspRoot *root)
{
    return lsp_process_start(&root->reviewer, serve, root);
}
