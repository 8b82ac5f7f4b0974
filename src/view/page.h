/* A file in pages of characters, each saying where it stands and how to get the next one. */
#pragma once

#include "view/format.h"

typedef struct Page {
    Str path;
    Str content; /* bytes of the characters [offset, offset + count) */
    uint64_t offset, count;
    uint64_t total; /* characters of the file */
    bool partly;    /* it has more than `total` */
} Page;

/* Markers stand on lines of their own and are not part of the content; a file that fits one page
   has none. Invalid bytes of the content are shown as U+FFFD. */
void page_write(Buf *out, Arena scratch, ViewFormat format, const Page *page);
