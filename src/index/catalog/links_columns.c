/* A file's links begin with the lengths of their columns, each as the difference to the previous
   one, since most columns have one byte for each edge. A single 0 means that there are no links.

   A segment begins with the length of all files' headers and the lengths of all columns; then come
   the headers and the columns. */
#include "index/catalog/links_columns.h"

static void put_lengths(Buf *out, const LinksCut *cut)
{
    uint64_t before = 0;
    for (size_t i = 0; i < LINK_COLUMNS; i++) {
        varint_put_near(out, cut->columns[i].len, before);
        before = cut->columns[i].len;
    }
}

/* False if the file has no links. */
static bool take_lengths(VarintReader *in, LinksCut *cut)
{
    uint64_t len = 0;
    *cut = (LinksCut){0};
    for (size_t i = 0; i < LINK_COLUMNS; i++) {
        len = varint_near(in, len);
        if (i == LINK_IMPORTS && !len)
            return false;
        cut->columns[i].len = (size_t)len;
    }
    return !in->failed;
}

static Str take_bytes(VarintReader *in, size_t len)
{
    in->failed = in->failed || len > (size_t)(in->end - in->ptr);
    if (in->failed || !len)
        return (Str){0};
    in->ptr += len;
    return (Str){in->ptr - len, len};
}

/* Takes exactly the bytes it needs, since a walk over a large tree joins the links of most files.
 */
Str links_join(Arena *arena, const LinksCut *cut)
{
    char lengths[LINK_COLUMNS * VARINT_BYTES_MAX];
    Buf head = {.ptr = lengths, .cap = sizeof lengths};
    put_lengths(&head, cut);
    size_t len = head.len;
    for (size_t i = 0; i < LINK_COLUMNS; i++)
        len += cut->columns[i].len;
    char *joined = arena_bytes(arena, len), *to = joined;
    memcpy(to, lengths, head.len);
    to += head.len;
    for (size_t i = 0; i < LINK_COLUMNS; i++)
        if (cut->columns[i].len) {
            memcpy(to, cut->columns[i].ptr, cut->columns[i].len);
            to += cut->columns[i].len;
        }
    return (Str){joined, len};
}

LinksCut links_cut(Str packed)
{
    LinksCut cut;
    VarintReader in = varint_open(packed);
    if (!packed.len || !take_lengths(&in, &cut))
        return (LinksCut){0};
    for (size_t i = 0; i < LINK_COLUMNS; i++)
        cut.columns[i] = take_bytes(&in, cut.columns[i].len);
    return in.failed ? (LinksCut){0} : cut;
}

/* ---- segments ---- */

void links_put_segment(Buf *out, FileSpan files, ZstdFrameCuts *cuts)
{
    size_t lens[LINK_COLUMNS] = {0}, count = (size_t)(files.end - files.ptr);
    LinksCut *all = NEW(out->arena, LinksCut, count);
    Buf heads = buf_open(out->arena, 0);
    for (size_t i = 0; i < count; i++) {
        all[i] = links_cut(files.ptr[i].links);
        if (links_are_empty(&all[i]))
            varint_put(&heads, 0);
        else
            put_lengths(&heads, &all[i]);
        for (size_t c = 0; c < LINK_COLUMNS; c++)
            lens[c] += all[i].columns[c].len;
    }
    Buf plain = buf_open(out->arena, 0);
    varint_put(&plain, heads.len);
    for (size_t c = 0; c < LINK_COLUMNS; c++)
        varint_put(&plain, lens[c]);
    buf_put(&plain, buf_str(&heads));
    for (size_t c = 0; c < LINK_COLUMNS; c++) {
        cuts->at[cuts->count++] = plain.len;
        for (size_t i = 0; i < count; i++)
            buf_put(&plain, all[i].columns[c]);
    }
    *out = plain;
}

LinksReader links_read_segment(Str plain)
{
    VarintReader in = varint_open(plain);
    LinksReader reader = {0};
    uint64_t lens[LINK_COLUMNS], heads = varint_take(&in);
    for (size_t c = 0; c < LINK_COLUMNS; c++)
        lens[c] = varint_take(&in);
    reader.heads = varint_open(take_bytes(&in, (size_t)heads));
    for (size_t c = 0; c < LINK_COLUMNS; c++)
        reader.columns[c] = varint_open(take_bytes(&in, (size_t)lens[c]));
    reader.heads.failed = !varint_is_done(&in) || in.failed;
    return reader;
}

static LinksCut next_cut(LinksReader *reader)
{
    LinksCut cut;
    if (reader->heads.failed || !take_lengths(&reader->heads, &cut))
        return (LinksCut){0};
    for (size_t c = 0; c < LINK_COLUMNS; c++) {
        cut.columns[c] = take_bytes(&reader->columns[c], cut.columns[c].len);
        reader->heads.failed = reader->heads.failed || reader->columns[c].failed;
    }
    return reader->heads.failed ? (LinksCut){0} : cut;
}

Str links_next(LinksReader *reader, Arena *arena)
{
    LinksCut cut = next_cut(reader);
    return links_are_empty(&cut) ? (Str){0} : links_join(arena, &cut);
}

/* Whether everything was read and was valid. */
static bool are_done(const LinksReader *reader)
{
    bool done = varint_is_done(&reader->heads) && !reader->heads.failed;
    for (size_t c = 0; c < LINK_COLUMNS; c++)
        done = done && varint_is_done(&reader->columns[c]);
    return done;
}

bool links_cut_segment(Str plain, LinksCut *cuts, size_t count)
{
    LinksReader reader = links_read_segment(plain);
    for (size_t i = 0; i < count; i++)
        cuts[i] = next_cut(&reader);
    return are_done(&reader);
}

bool links_take_segment(Arena *arena, Str plain, FileSpan files)
{
    LinksReader reader = links_read_segment(plain);
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        file->links = links_next(&reader, arena);
    return are_done(&reader);
}
