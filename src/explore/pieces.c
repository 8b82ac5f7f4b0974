#include "explore/pieces.h"

#include "text/lines.h"

/* Larger declarations are shown in pieces. */
#define WHOLE_LINES 80
#define WHOLE_BYTES 6000
/* Lines of the first piece before and after the line of the name. */
#define NAME_ABOVE 4
#define NAME_BELOW 2
/* Pieces this many lines apart or less are one. */
#define PIECE_GAP 2

bool pieces_suit(uint32_t first, uint32_t last, size_t bytes)
{
    return last - first >= WHOLE_LINES || bytes > WHOLE_BYTES;
}

/* Adds lines to the pieces, which are in order and apart. */
static void put_piece(Piece *pieces, size_t *count, Piece piece)
{
    size_t at = *count;
    while (at && pieces[at - 1].first > piece.first)
        at--;
    memmove(&pieces[at + 1], &pieces[at], (*count - at) * sizeof *pieces);
    pieces[at] = piece;
    ++*count;
    for (size_t i = 1; i < *count;) {
        if (pieces[i].first > pieces[i - 1].last + PIECE_GAP) {
            i++;
            continue;
        }
        pieces[i - 1].last = MAX(pieces[i - 1].last, pieces[i].last);
        memmove(&pieces[i], &pieces[i + 1], (*count - i - 1) * sizeof *pieces);
        --*count;
    }
}

size_t pieces_find(const PiecesOf *of, Piece pieces[PIECES_MAX])
{
    size_t count = 0;
    put_piece(pieces, &count,
              (Piece){of->named - MIN(of->named - of->first, (uint32_t)NAME_ABOVE),
                      MIN(of->named + NAME_BELOW, of->last)});
    for (size_t i = 0; of->lines && i < RANK_LINES_MAX; i++) {
        uint32_t line = of->lines[i];
        if (line >= of->first && line <= of->last)
            put_piece(pieces, &count,
                      (Piece){line - MIN(line - of->first, of->around),
                              MIN(line + of->around, of->last)});
    }
    return count;
}

void pieces_put(Buf *out, Str file, const PiecesOf *of)
{
    Piece pieces[PIECES_MAX];
    size_t count = pieces_find(of, pieces);
    for (size_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? pieces[i + 1].first : of->last + 1;
        Str text = str_slice(file, lines_offset(file, pieces[i].first),
                             lines_offset(file, (size_t)pieces[i].last + 1));
        buf_put(out, text);
        if (!str_ends(text, STR("\n")))
            buf_put_byte(out, '\n');
        if (next > pieces[i].last + 1)
            buf_printf(out, "… %u%s lines, to %u\n", next - 1 - pieces[i].last,
                       i + 1 < count ? "" : " more", next - 1);
    }
}
