/* The format is that of the first mark. Blocks, envelopes and diffs have marks that nothing else
   has; whole files and symbols have only a line before a fence, so they count where there is no
   other mark. A text that has marks of two formats is refused: one part would be lost. */
#include "edit/patch.h"

#include "base/buf.h"
#include "base/hash.h"
#include "edit/patch_apply.h"
#include "edit/patch_parts.h"
#include "edit/refuse.h"

/* Larger patches are refused: no model writes so much. */
#define PATCH_BYTES_MAX (64 * MB)

static EditFormat strong_mark(PatchText text, size_t at)
{
    Str line = text.lines[at].text;
    if (patch_is_block_head(line))
        return EDIT_FORMAT_BLOCKS;
    if (patch_is_envelope_begin(line))
        return EDIT_FORMAT_ENVELOPE;
    return patch_is_diff_head(text, at) ? EDIT_FORMAT_DIFF : EDIT_FORMAT_NONE;
}

static EditFormat detect(PatchText text)
{
    EditFormat weak = EDIT_FORMAT_NONE;
    for (size_t i = 0; i < text.count; i++) {
        Str path, symbol;
        EditFormat strong = strong_mark(text, i);
        if (strong != EDIT_FORMAT_NONE)
            return strong;
        if (weak == EDIT_FORMAT_NONE && patch_is_fenced_head(text, i, &path, &symbol))
            weak = symbol.len ? EDIT_FORMAT_SYMBOL : EDIT_FORMAT_WHOLE;
    }
    return weak;
}

EditFormat edit_format_detect(Str text)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    return detect(patch_text_split(&arena, text));
}

Str edit_format_name(EditFormat format)
{
    static const char *const names[EDIT_FORMAT_COUNT] = {
        [EDIT_FORMAT_NONE] = "none",         [EDIT_FORMAT_BLOCKS] = "blocks",
        [EDIT_FORMAT_ENVELOPE] = "envelope", [EDIT_FORMAT_DIFF] = "diff",
        [EDIT_FORMAT_WHOLE] = "whole",       [EDIT_FORMAT_SYMBOL] = "symbol",
    };
    return str_from(names[format]);
}

Str edit_hash(Arena *arena, Str content)
{
    char hash[HASH_CONTENT_BYTES];
    Buf hex = buf_open(arena, 0);
    hash_content((Str){0}, content, hash);
    for (size_t i = 0; i < sizeof hash; i++)
        buf_printf(&hex, "%02x", (unsigned)(unsigned char)hash[i]);
    return buf_str(&hex);
}

EditFormat patch_parse(Arena *arena, Str text, PatchPartVec *parts)
{
    PatchText lines = patch_text_split(arena, text);
    EditFormat format = detect(lines);
    switch (format) {
    case EDIT_FORMAT_BLOCKS: patch_parse_blocks(arena, lines, parts); break;
    case EDIT_FORMAT_ENVELOPE: patch_parse_envelope(arena, lines, parts); break;
    case EDIT_FORMAT_DIFF: patch_parse_diff(arena, lines, parts); break;
    case EDIT_FORMAT_WHOLE:
    case EDIT_FORMAT_SYMBOL: patch_parse_fenced(arena, lines, parts); break;
    default: break;
    }
    return format;
}

bool edit_read_patch(Arena *arena, Str text, const EditTree *tree, EditSet *set, Err *err)
{
    PatchPartVec parts = {0};
    *set = (EditSet){0};
    if (text.len > PATCH_BYTES_MAX) {
        refuse(arena, set, (Str){0}, EDIT_SYNTAX, STR("The patch is too large."));
        return true;
    }
    if (patch_parse(arena, text, &parts) == EDIT_FORMAT_NONE || !parts.len) {
        refuse(arena, set, (Str){0}, EDIT_SYNTAX, STR("The text has no patch in it."));
        return true;
    }
    return patch_apply(arena, &parts, tree, set, err);
}
