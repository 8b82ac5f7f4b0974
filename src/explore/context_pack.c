/* Context pack: the best bodies in their order, until the budget is full or the scores fall. What
   of a body is shown does not depend on the budget, so a larger one never shows less. The rest of
   the budget goes to signatures and names. */
#include "explore/context_pack.h"

#include "explore/pieces.h"
#include "query/query.h"
#include "relations/symbol_answer.h"
#include "text/lines.h"
#include "view/format.h"

#include <stdlib.h>

/* Shares of the budget: bodies, and bodies with signatures; names get the rest. */
#define BODY_PERCENT 92
#define HEAD_PERCENT 96
/* If this many hits lead or fewer, the answer is clear: the others answer something else, and are
   only named, a few of them. What leads is shown in full within some bytes. */
#define CLEAR_HITS 4
#define CLEAR_LINES 4
#define CLEAR_BYTES 4500
/* Bytes of an item in addition to its text: its place, name and reason, as text and as a value. */
#define FRAME_BYTES 40
#define VALUE_BYTES 170
#define SIGNATURE_BYTES 160
/* Number of the best files whose further declarations are listed, and the share of each. */
#define FILES_MAX 2
#define FILE_PERCENT 10
/* Number of the best candidates whose callers are named first, and number of these callers. */
#define CALLED_MAX 3
#define CALLERS_NAMED 2

typedef struct PackText {
    Str text; /* empty if it cannot be read */
    Outline outline;
    bool outlined; /* the outline has been requested */
} PackText;

/* A body as it is shown: whole, or in pieces. */
typedef struct Form {
    PackBody bodies[PIECES_MAX];
    size_t count, cost;
    PackBody whole; /* the same in full */
} Form;

typedef struct Choosing {
    SessionRequest *request;
    const IndexSession *session;
    const Catalog *catalog;
    PackTexts *texts;
    const PackElsewhere *elsewhere; /* or NULL */
    uint64_t used, bytes;
    bool full;    /* the last body was shortened, for lack of room */
    bool clear;   /* further hits are much worse */
    IdMap listed; /* symbols named in the line of their file; elsewhere: all shown ones */
    VEC(Form) forms;
    Pack *pack;
} Choosing;

static PackText *text_of(Choosing *choosing, uint32_t file)
{
    SessionRequest *request = choosing->request;
    PackTexts *texts = choosing->texts;
    uint32_t at = id_map_get(&texts->at, file);
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    if (at != ID_MAP_NONE)
        return texts->list.ptr[at];
    PackText *found = NEW(request->arena, PackText, 1);
    id_map_put(&texts->at, request->arena, file, (uint32_t)texts->list.len);
    *VEC_PUSH(request->arena, &texts->list) = found;
    if (!session_open_file(request, choosing->session, request->arena,
                           choosing->catalog->files.ptr[file].path, &open, &ignored) ||
        !fs_read_all(request->arena, &open, &found->text, &ignored))
        found->text = (Str){0};
    return found;
}

static uint32_t symbol_of(const Choosing *choosing, uint32_t file, uint32_t entry)
{
    return catalog_row(choosing->catalog, file)->first + entry;
}

static Str signature_of(Choosing *choosing, uint32_t file, uint32_t entry)
{
    const PackElsewhere *elsewhere = choosing->elsewhere;
    Err ignored = {0};
    if (elsewhere)
        return view_cut_end(
            choosing->request->arena,
            elsewhere->signature(elsewhere->state, symbol_of(choosing, file, entry)),
            SIGNATURE_BYTES);
    PackText *text = text_of(choosing, file);
    if (!text->outlined &&
        !search_outline(choosing->request, choosing->session, file, &text->outline, &ignored))
        text->outline = (Outline){0};
    text->outlined = true;
    if (!entry || entry > text->outline.symbols.len)
        return (Str){0};
    Str signature = text->outline.symbols.ptr[entry - 1].signature;
    return view_cut_end(choosing->request->arena, signature, SIGNATURE_BYTES);
}

static size_t place_bytes(const Choosing *choosing, uint32_t file)
{
    bool text = choosing->request->format == VIEW_TEXT;
    return choosing->catalog->files.ptr[file].path.len + (text ? FRAME_BYTES : VALUE_BYTES);
}

/* ---- bodies ---- */

static bool is_large(const Choosing *choosing, const PackBody *body)
{
    const CatalogFile *row = catalog_row(choosing->catalog, body->file);
    uint32_t named = row->entries[body->entry].start_line;
    return !choosing->elsewhere && pieces_suit(named, body->last, body->text.len);
}

/* Whether the lines are shown by another body, or contain shown ones. */
static bool overlaps(const Choosing *choosing, const PackBody *body)
{
    for (size_t i = 0; i < choosing->forms.len && !choosing->elsewhere; i++)
        for (size_t k = 0; k < choosing->forms.ptr[i].count; k++) {
            const PackBody *other = &choosing->forms.ptr[i].bodies[k];
            bool within = other->first <= body->first && pack_body_end(other) >= body->last;
            bool around = body->first <= other->first && body->last >= pack_body_end(other);
            if (other->file == body->file && other->entry != body->entry && (within || around))
                return true;
        }
    return false;
}

/* The longest description of a declaration elsewhere. */
static bool make_told(Choosing *choosing, const PackCandidate *candidate, PackBody *body)
{
    Arena *arena = choosing->request->arena;
    const PackElsewhere *elsewhere = choosing->elsewhere;
    const Entry *entry =
        &catalog_row(choosing->catalog, candidate->file)->entries[candidate->entry];
    uint32_t symbol = symbol_of(choosing, candidate->file, candidate->entry);
    IdMap told = {0};
    if (!candidate->entry)
        return false;
    *body = (PackBody){.file = candidate->file,
                       .entry = candidate->entry,
                       .first = entry->start_line,
                       .last = entry->end_line,
                       .score = candidate->leads ? candidate->own : candidate->score,
                       .why = candidate->why,
                       .text = elsewhere->tell(elsewhere->state, arena, symbol, false, &told),
                       .key = elsewhere->key(elsewhere->state, arena, symbol)};
    return true;
}

static bool make_body(Choosing *choosing, const PackCandidate *candidate, PackBody *body)
{
    if (choosing->elsewhere)
        return make_told(choosing, candidate, body);
    const PackText *text = text_of(choosing, candidate->file);
    const Entry *entry =
        &catalog_row(choosing->catalog, candidate->file)->entries[candidate->entry];
    if (!candidate->entry || !text->text.len)
        return false;
    uint64_t comment = symbol_comment_lines(text->text, entry->start_line);
    *body = (PackBody){.file = candidate->file,
                       .entry = candidate->entry,
                       .first = entry->start_line - (uint32_t)comment,
                       .last = entry->end_line,
                       .score = candidate->leads ? candidate->own : candidate->score,
                       .why = candidate->why};
    size_t start = lines_offset(text->text, body->first);
    size_t end = lines_offset(text->text, (size_t)body->last + 1);
    body->key = body->text = str_slice(text->text, start, end);
    return body->text.len && !lines_are_crowded(text->text, start, end);
}

/* The beginning of a body, and the lines that match best. */
static size_t find_pieces(const Choosing *choosing, const PackCandidate *candidate,
                          const PackBody *body, uint32_t around, Piece pieces[PIECES_MAX])
{
    const CatalogFile *row = catalog_row(choosing->catalog, body->file);
    return pieces_find(&(PiecesOf){.first = body->first,
                                   .last = body->last,
                                   .named = row->entries[body->entry].start_line,
                                   .lines = candidate->lines,
                                   .around = around},
                       pieces);
}

static Form whole_form(const Choosing *choosing, const PackBody *body)
{
    Form form = {.count = 1, .whole = *body};
    form.bodies[0] = *body;
    form.cost = body->text.len + place_bytes(choosing, body->file) + body->why.len;
    return form;
}

/* Shortens a body; elsewhere it is described without edges. */
static Form short_form(Choosing *choosing, const PackCandidate *candidate, const PackBody *body,
                       uint32_t around)
{
    const PackElsewhere *elsewhere = choosing->elsewhere;
    Piece pieces[PIECES_MAX];
    Form form = {.whole = *body};
    if (elsewhere) {
        PackBody bare = *body;
        IdMap told = {0};
        bare.bare = true;
        bare.text = elsewhere->tell(elsewhere->state, choosing->request->arena,
                                    symbol_of(choosing, body->file, body->entry), true, &told);
        return whole_form(choosing, &bare);
    }
    Str text = text_of(choosing, body->file)->text;
    form.count = find_pieces(choosing, candidate, body, around, pieces);
    for (size_t i = 0; i < form.count; i++) {
        PackBody *piece = &form.bodies[i];
        *piece = *body;
        piece->first = pieces[i].first;
        piece->shown = pieces[i].last < body->last ? pieces[i].last : 0;
        piece->further = i > 0;
        piece->text = str_slice(text, lines_offset(text, pieces[i].first),
                                lines_offset(text, (size_t)pieces[i].last + 1));
        form.cost += piece->text.len + place_bytes(choosing, body->file) + body->why.len;
    }
    return form;
}

static bool was_seen(const Choosing *choosing, const PackBody *body)
{
    const CatalogFile *row = catalog_row(choosing->catalog, body->file);
    Str name = catalog_qualified_name(choosing->catalog, choosing->request->arena,
                                      row->first + body->entry);
    return seen_has(choosing->texts->seen, row->path, name, body->key);
}

/* Drops the last piece that does not hold the best line. */
static void drop_piece(Form *form, uint32_t line)
{
    size_t at = form->count - 1;
    while (at && form->bodies[at].first <= line && pack_body_end(&form->bodies[at]) >= line)
        at--;
    form->cost -= form->bodies[at].text.len;
    memmove(&form->bodies[at], &form->bodies[at + 1],
            (form->count - at - 1) * sizeof *form->bodies);
    form->count--;
    form->bodies[0].further = false;
}

/* Takes a candidate, shortened if it does not fit; false if there is no room. */
static bool take_body(Choosing *choosing, const PackCandidate *candidate, const PackBody *body,
                      uint64_t room)
{
    Form form = is_large(choosing, body) ? short_form(choosing, candidate, body, PIECES_AROUND)
                                         : whole_form(choosing, body);
    bool fits = choosing->used + form.cost <= room;
    if (!fits)
        form = short_form(choosing, candidate, body, PIECES_AROUND);
    if (choosing->used + form.cost > room)
        form = short_form(choosing, candidate, body, PIECES_AROUND_TIGHT);
    while (form.count > 1 && choosing->used + form.cost > room)
        drop_piece(&form, candidate->lines ? candidate->lines[0] : 0);
    if (choosing->used + form.cost > room)
        return false;
    *VEC_PUSH(choosing->request->arena, &choosing->forms) = form;
    choosing->used += form.cost;
    choosing->full = !fits;
    return true;
}

static bool is_clear(const PackCandidateVec *candidates)
{
    size_t count = 0;
    for (size_t i = 0; i < candidates->len; i++)
        count += candidates->ptr[i].leads;
    return count && count <= CLEAR_HITS;
}

/* Takes the bodies of some candidates in their order. */
static void take_bodies(Choosing *choosing, const PackCandidateVec *candidates, bool *shown,
                        bool leading)
{
    uint64_t room = choosing->bytes * BODY_PERCENT / 100;
    for (size_t i = 0; i < candidates->len && !choosing->full; i++) {
        const PackCandidate *candidate = &candidates->ptr[i];
        PackBody body;
        if (candidate->brief || (candidate->leads || candidate->asked) != leading ||
            !make_body(choosing, candidate, &body))
            continue;
        if (was_seen(choosing, &body)) {
            choosing->pack->seen++;
            shown[i] = true;
            continue;
        }
        bool large = is_large(choosing, &body);
        if (!overlaps(choosing, &body) || large)
            shown[i] = take_body(choosing, candidate, &body, room);
    }
}

/* Shows bodies in full that are in pieces, where there is room for that. */
static void complete_bodies(Choosing *choosing, uint64_t room)
{
    for (size_t i = 0; i < choosing->forms.len; i++) {
        Form *form = &choosing->forms.ptr[i];
        Form whole = whole_form(choosing, &form->whole);
        if (!form->bodies[0].shown || choosing->used - form->cost + whole.cost > room ||
            overlaps(choosing, &form->whole))
            continue;
        choosing->used += whole.cost - form->cost;
        *form = whole;
    }
}

static void choose_bodies(Choosing *choosing, const PackCandidateVec *candidates, bool *shown)
{
    choosing->clear = is_clear(candidates);
    uint64_t room = choosing->bytes * BODY_PERCENT / 100;
    take_bodies(choosing, candidates, shown, true);
    if (choosing->clear)
        room = MIN(room, (uint64_t)CLEAR_BYTES);
    complete_bodies(choosing, room);
    if (!choosing->clear)
        take_bodies(choosing, candidates, shown, false);
    for (size_t i = 0; i < choosing->forms.len; i++)
        for (size_t k = 0; k < choosing->forms.ptr[i].count; k++)
            *VEC_PUSH(choosing->request->arena, &choosing->pack->bodies) =
                choosing->forms.ptr[i].bodies[k];
}

/* Describes the declarations again, once the choice is final, so that no signature appears
   twice. */
static void tell_again(Choosing *choosing)
{
    Arena *arena = choosing->request->arena;
    const PackElsewhere *elsewhere = choosing->elsewhere;
    PackBodyVec *bodies = &choosing->pack->bodies;
    for (size_t i = 0; i < bodies->len; i++)
        id_map_put(&choosing->listed, arena,
                   symbol_of(choosing, bodies->ptr[i].file, bodies->ptr[i].entry), 1);
    for (size_t i = 0; i < bodies->len; i++) {
        PackBody *body = &bodies->ptr[i];
        uint32_t symbol = symbol_of(choosing, body->file, body->entry);
        choosing->used -= body->text.len;
        body->text =
            elsewhere->tell(elsewhere->state, arena, symbol, body->bare, &choosing->listed);
        choosing->used += body->text.len;
    }
}

/* Whether the declaration is shown, or its lines are within a shown one. */
static bool is_within(const Choosing *choosing, uint32_t file, uint32_t entry)
{
    if (choosing->elsewhere)
        return id_map_get(&choosing->listed, symbol_of(choosing, file, entry)) != ID_MAP_NONE;
    const Entry *own = &catalog_row(choosing->catalog, file)->entries[entry];
    const PackBodyVec *bodies = &choosing->pack->bodies;
    for (size_t i = 0; i < bodies->len && entry; i++)
        if (bodies->ptr[i].file == file &&
            (bodies->ptr[i].entry == entry || (bodies->ptr[i].first <= own->start_line &&
                                               pack_body_end(&bodies->ptr[i]) >= own->end_line)))
            return true;
    return false;
}

/* ---- lines ---- */

static bool has_line(const PackLineVec *lines, uint32_t file, uint32_t entry)
{
    for (size_t i = 0; i < lines->len; i++)
        if (lines->ptr[i].file == file && lines->ptr[i].entry == entry)
            return true;
    return false;
}

static bool put_line(Choosing *choosing, PackLineVec *lines, PackLine line, uint64_t percent)
{
    Arena scratch = *choosing->request->scratch;
    uint32_t symbol = catalog_row(choosing->catalog, line.file)->first + line.entry;
    Str name = catalog_qualified_name(choosing->catalog, &scratch, symbol);
    Str shown = line.signature.len ? line.signature : name;
    size_t cost = place_bytes(choosing, line.file) + shown.len + line.why.len;
    if (choosing->used + cost > choosing->bytes * percent / 100 ||
        (choosing->clear && lines->len >= CLEAR_LINES))
        return false;
    choosing->used += cost;
    *VEC_PUSH(choosing->request->arena, lines) = line;
    return true;
}

/* Adds the signatures of the symbols that a shown body uses. */
static void put_used(Choosing *choosing, const PackBody *body)
{
    const Catalog *catalog = choosing->catalog;
    const CatalogFile *row = catalog_row(catalog, body->file);
    PackLineVec *heads = &choosing->pack->heads;
    EdgeVec edges = {0};
    Str name = catalog_name(catalog, row->entries[body->entry].name);
    Str why = str_format(choosing->request->arena, "used by %.*s", STR_ARG(name));
    catalog_edges_of(catalog, choosing->request->arena, row->first + body->entry, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        if (edge->callee == SYMBOL_NOWHERE || edge->confidence == EDGE_AMBIGUOUS)
            continue;
        SymbolPlace place = catalog_place(catalog, edge->callee);
        if (!place.index || is_within(choosing, place.file, place.index) ||
            has_line(heads, place.file, place.index) ||
            id_map_get(&choosing->listed, edge->callee) != ID_MAP_NONE)
            continue;
        Str signature = signature_of(choosing, place.file, place.index);
        if (signature.len)
            (void)put_line(choosing, heads, (PackLine){place.file, place.index, signature, why},
                           HEAD_PERCENT);
    }
}

static bool is_shown(const Choosing *choosing, const PackCandidate *candidate)
{
    uint32_t symbol = catalog_row(choosing->catalog, candidate->file)->first + candidate->entry;
    return is_within(choosing, candidate->file, candidate->entry) ||
           id_map_get(&choosing->listed, symbol) != ID_MAP_NONE ||
           has_line(&choosing->pack->heads, candidate->file, candidate->entry);
}

/* ---- files ---- */

typedef struct Ranked {
    uint32_t entry, rank;
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static int compare_entries(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* The file's functions that are not shown, by PageRank. */
static Ranked *rank_functions(const Choosing *choosing, uint32_t file, size_t *count)
{
    const CatalogFile *row = catalog_row(choosing->catalog, file);
    Ranked *list = NEW(choosing->request->arena, Ranked, row->count + 1);
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        bool code = entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD;
        if (code && entry->modifiers & ENTRY_HAS_BODY && !is_within(choosing, file, i))
            list[(*count)++] = (Ranked){i, row->metrics ? row->metrics[i].rank : 0};
    }
    if (*count)
        qsort(list, *count, sizeof *list, compare_ranked);
    return list;
}

static void put_file(Choosing *choosing, uint32_t file)
{
    const CatalogFile *row = catalog_row(choosing->catalog, file);
    size_t count = 0, kept = 0, cost = row->path.len + FRAME_BYTES;
    uint64_t room = choosing->bytes * FILE_PERCENT / 100;
    Ranked *list = rank_functions(choosing, file, &count);
    for (; kept < count; kept++) {
        cost += catalog_name(choosing->catalog, row->entries[list[kept].entry].name).len + 8;
        if (cost > room || choosing->used + cost > choosing->bytes)
            break;
    }
    if (!kept)
        return;
    qsort(list, kept, sizeof *list, compare_entries);
    Buf names = buf_open(choosing->request->arena, 0);
    for (size_t i = 0; i < kept; i++) {
        const Entry *entry = &row->entries[list[i].entry];
        buf_put(&names, i ? STR(", ") : (Str){0});
        view_put_line_text(&names, catalog_name(choosing->catalog, entry->name));
        buf_printf(&names, " %u", entry->start_line);
        id_map_put(&choosing->listed, choosing->request->arena, row->first + list[i].entry, 1);
    }
    if (kept < count)
        buf_printf(&names, ", %zu more", count - kept);
    choosing->used += row->path.len + FRAME_BYTES + names.len;
    *VEC_PUSH(choosing->request->arena, &choosing->pack->files) = (PackFile){file, buf_str(&names)};
}

static void choose_files(Choosing *choosing, const PackCandidateVec *candidates)
{
    uint32_t taken[FILES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < candidates->len && count < FILES_MAX; i++) {
        uint32_t file = candidates->ptr[i].file;
        bool known = choosing->elsewhere && !choosing->elsewhere->whole[file];
        for (size_t k = 0; k < count; k++)
            known = known || taken[k] == file;
        if (!known) {
            taken[count++] = file;
            put_file(choosing, file);
        }
    }
}

/* ---- names ---- */

/* Names callers of the best candidates, candidate by candidate. */
static void name_callers(Choosing *choosing, const PackCandidateVec *candidates, bool *shown)
{
    PackLineVec *names = &choosing->pack->names;
    for (uint32_t place = 1; place <= CALLED_MAX; place++)
        for (size_t i = 0, count = 0; i < candidates->len && count < CALLERS_NAMED; i++) {
            const PackCandidate *candidate = &candidates->ptr[i];
            if (shown[i] || candidate->calls != place || is_shown(choosing, candidate))
                continue;
            PackLine line = {candidate->file, candidate->entry, {0}, candidate->why};
            shown[i] = put_line(choosing, names, line, 100);
            count++;
        }
}

static void name_others(Choosing *choosing, const PackCandidateVec *candidates, bool *shown)
{
    for (size_t i = 0; i < candidates->len; i++) {
        const PackCandidate *candidate = &candidates->ptr[i];
        if (shown[i] || is_shown(choosing, candidate))
            continue;
        PackLine line = {candidate->file, candidate->entry, {0}, candidate->why};
        choosing->pack->left_out += !put_line(choosing, &choosing->pack->names, line, 100);
    }
}

static void choose_lines(Choosing *choosing, const PackCandidateVec *candidates, bool *shown)
{
    Pack *pack = choosing->pack;
    for (size_t i = 0; i < pack->bodies.len; i++)
        if (!pack->bodies.ptr[i].further)
            put_used(choosing, &pack->bodies.ptr[i]);
    name_callers(choosing, candidates, shown);
    name_others(choosing, candidates, shown);
}

/* ---- order ---- */

typedef struct Ordered {
    size_t file_place; /* position of the first body of its file */
    const PackBody *body;
} Ordered;

static int compare_ordered(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->file_place != y->file_place)
        return x->file_place < y->file_place ? -1 : 1;
    return x->body->first < y->body->first ? -1 : 1;
}

/* Sorts bodies by the best of their file, then by line. */
static void order_bodies(Arena *arena, PackBodyVec *bodies)
{
    Ordered *order = NEW(arena, Ordered, bodies->len + 1);
    PackBody *sorted = NEW(arena, PackBody, bodies->len + 1);
    for (size_t i = 0; i < bodies->len; i++) {
        size_t first = 0;
        while (bodies->ptr[first].file != bodies->ptr[i].file)
            first++;
        order[i] = (Ordered){first, &bodies->ptr[i]};
    }
    qsort(order, bodies->len, sizeof *order, compare_ordered);
    for (size_t i = 0; i < bodies->len; i++)
        sorted[i] = *order[i].body;
    bodies->ptr = sorted;
}

void context_pack_choose(SessionRequest *request, const IndexSession *session,
                         const PackCandidateVec *candidates, uint64_t bytes, PackTexts *texts,
                         Pack *pack)
{
    *pack = (Pack){0};
    Choosing choosing = {.request = request,
                         .session = session,
                         .catalog = session->catalog,
                         .texts = texts,
                         .elsewhere = texts->elsewhere,
                         .bytes = bytes,
                         .pack = pack};
    bool *shown = NEW(request->arena, bool, candidates->len + 1);
    choose_bodies(&choosing, candidates, shown);
    pack->clear = choosing.clear;
    if (choosing.elsewhere)
        tell_again(&choosing);
    if (!choosing.clear)
        choose_files(&choosing, candidates);
    choose_lines(&choosing, candidates, shown);
    order_bodies(request->arena, &pack->bodies);
}
