/* State of the Markdown scanner, shared by its two parts: containers and lines, and leaf blocks. */
#pragma once

#include "lang/scan/scan_text.h"

/* Deeper containers are read as text; real documents stay below ten. */
#define MARKDOWN_CONTAINERS_MAX 32
#define MARKDOWN_QUOTE UINT32_MAX
#define MARKDOWN_LEVEL_MAX 6

/* Depths of cut points; a heading's is its level - 1. */
#define MARKDOWN_CUT_BLOCK 6
#define MARKDOWN_CUT_ITEM 7

typedef struct MarkdownCursor {
    Str text;
    size_t start; /* start of the line */
    size_t at;
    size_t end;
    size_t column; /* column of `at`; inside a tab it is ahead of the byte */
} MarkdownCursor;

typedef enum MarkdownLeafKind {
    LEAF_BREAK,
    LEAF_HEADING,
    LEAF_FENCE,
    LEAF_HTML,
} MarkdownLeafKind;

typedef struct MarkdownLeaf {
    MarkdownCursor cursor;
    MarkdownLeafKind kind;
    bool on_marker;  /* the leaf is on the line of a list or quote mark */
    size_t level;    /* of a heading */
    size_t from, to; /* text of a heading, or info string of a fence */
    char fence;      /* ` or ~ */
    size_t fence_len;
    const char *html_end; /* text that ends an HTML block; "" is a blank line */
} MarkdownLeaf;

typedef struct Markdown {
    Scan *scan;
    uint32_t
        containers[MARKDOWN_CONTAINERS_MAX]; /* MARKDOWN_QUOTE, or a list item's content width */
    size_t container_count;
    bool in_paragraph;
    size_t paragraph_start, paragraph_end;
    char fence; /* character of the open fence; 0 outside fenced blocks */
    size_t fence_len;
    const char *html;                  /* NULL outside HTML blocks */
    size_t levels[MARKDOWN_LEVEL_MAX]; /* levels of the open sections */
    size_t level_count;
    uint32_t undocumented; /* index + 1 of the heading that has no paragraph yet */
    bool after_heading;    /* no cut may separate a heading from its text */
} Markdown;

/* Whether such a leaf starts at the cursor; if so, the leaf is filled. */
bool markdown_is_atx(MarkdownLeaf *leaf);
bool markdown_is_fence(MarkdownLeaf *leaf);
bool markdown_is_html(MarkdownLeaf *leaf, bool in_paragraph);
/* Whether the line underlines the open paragraph; if so, the paragraph becomes a heading. */
bool markdown_read_setext(Markdown *markdown, MarkdownLeaf *leaf);

/* Reads the first line of the leaf that was recognised: its symbol, if any, and its cut point. */
void markdown_read_leaf(Markdown *markdown, MarkdownLeaf *leaf);
/* Reads a further line of the open fence or HTML block. */
void markdown_continue_leaf(Markdown *markdown, MarkdownLeaf *leaf, const Line *line);
/* Ends the open fence or HTML block at `end`. */
void markdown_end_leaf(Markdown *markdown, size_t end);

void markdown_start_paragraph(Markdown *markdown, const MarkdownCursor *cursor);
void markdown_end_paragraph(Markdown *markdown);

/* Reads front matter at the start of the text; returns the offset at which the document
   continues. */
size_t markdown_read_front_matter(Scan *scan);
/* Reads MDX modules (`import … from '…'`, `export const …`); true when the paragraph is one. */
bool markdown_read_module(Scan *scan, size_t from, size_t to);
/* A heading's text as displayed: without images, link targets and emphasis marks. */
Str markdown_plain(Scan *scan, size_t from, size_t to);
