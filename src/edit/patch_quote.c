/* Fences that only quote edits: a document about edits, a test of a tool. A fence belongs to an
   edit if its first line is an edit's mark, or the file's name followed by a mark. In other fences
   of more than three marks everything is text. Models write fences of three without counting, so a
   mark in one is refused. */
#include "edit/patch_parts.h"

/* A file name and a fence may precede an edit that has a fence of its own. */
#define HEAD_LINES 4

typedef struct Quoting {
    Arena *arena;
    PatchText text;
    PatchLine *lines; /* the result */
    bool *closes;     /* lines that close the fence of an edit */
    PatchPartVec *parts;
} Quoting;

typedef struct Fence {
    size_t open, close, marks;
    Str path; /* of the line before; empty: it names no file */
} Fence;

static bool is_mark(PatchText text, size_t at)
{
    Str line = text.lines[at].text;
    return patch_is_block_head(line) || patch_is_envelope_begin(line) ||
           patch_is_diff_head(text, at);
}

static bool has_mark(PatchText text, const Fence *fence)
{
    for (size_t i = fence->open + 1; i < fence->close; i++)
        if (is_mark(text, i))
            return true;
    return false;
}

static bool is_patch_file(Str path)
{
    return str_ends(path, STR(".diff")) || str_ends(path, STR(".patch"));
}

/* Whether a line may precede the mark of an edit in a fence. */
static bool is_of_head(Str line, const Fence *fence)
{
    if (!str_trim(line).len)
        return true;
    if (fence->path.len)
        return str_equal(patch_file_of_line(line), fence->path);
    return patch_is_fence(line) || edit_mark_of(line) == EDIT_MARK_NAME;
}

static bool is_of_edit(PatchText text, const Fence *fence)
{
    size_t at = fence->open + 1, last = MIN(fence->close, at + HEAD_LINES);
    while (at < last && !is_mark(text, at) && is_of_head(text.lines[at].text, fence))
        at++;
    return at < last && is_mark(text, at) &&
           !(patch_is_diff_head(text, at) && is_patch_file(fence->path));
}

/* The line after the block or the envelope at a line; the line itself if none begins there. */
static size_t pass_part(PatchText text, size_t at)
{
    bool block = patch_is_block_head(text.lines[at].text);
    if (!block && !patch_is_envelope_begin(text.lines[at].text))
        return at;
    for (at++; at < text.count; at++) {
        Str line = text.lines[at].text;
        if (block ? patch_is_block_end(line) : patch_is_envelope_end(line))
            return at + 1;
        if (block && patch_is_block_head(line))
            return at;
    }
    return at;
}

/* Hides the lines of a fence from the search for edits. */
static void hide(Quoting *quoting, const Fence *fence)
{
    for (size_t i = fence->open + 1; i < fence->close; i++)
        quoting->lines[i].text = (Str){0};
}

/* Judges a fence; returns the next line to judge. */
static size_t take_fence(Quoting *quoting, const Fence *fence)
{
    PatchText text = quoting->text;
    size_t next = fence->close + 1;
    if (!has_mark(text, fence)) {
        bool continues = next < text.count && patch_is_block_head(text.lines[next].text);
        if (fence->path.len && continues && next > fence->open + 2)
            patch_add_problem(quoting->arena, quoting->parts, fence->path, fence->open,
                              "A fence of the same length is within the text; use a longer one "
                              "around it.");
        return next;
    }
    if (is_of_edit(text, fence) || (fence->marks == 3 && !fence->path.len)) {
        quoting->closes[fence->close] = true;
        return fence->open + 1;
    }
    if (fence->marks == 3 && !is_patch_file(fence->path))
        patch_add_problem(quoting->arena, quoting->parts, fence->path, fence->open,
                          "Marks of an edit are within the text; use a fence of four marks around "
                          "a text that shows edits.");
    hide(quoting, fence);
    return next;
}

PatchText patch_without_texts(Arena *arena, PatchText text, PatchPartVec *parts)
{
    Quoting quoting = {.arena = arena,
                       .text = text,
                       .lines = NEW(arena, PatchLine, text.count + 1),
                       .closes = NEW(arena, bool, text.count + 1),
                       .parts = parts};
    for (size_t i = 0; i < text.count; i++)
        quoting.lines[i] = text.lines[i];
    for (size_t at = 0; at < text.count;) {
        Str symbol;
        bool nested;
        size_t after = pass_part(text, at);
        Fence fence = {.open = at, .marks = patch_fence_marks(text.lines[at].text).len};
        if (after != at || !fence.marks || quoting.closes[at]) {
            at = MAX(after, at + 1);
            continue;
        }
        if (!at || !patch_is_fenced_head(text, at - 1, &fence.path, &symbol))
            fence.path = (Str){0};
        fence.close = patch_fence_close(text, at, &nested);
        at = fence.close < text.count ? take_fence(&quoting, &fence) : at + 1;
    }
    return (PatchText){quoting.lines, text.count};
}
