/* A page of a file, measured in characters: its position and how to get the next one. */
#pragma once

#include "view/format.h"

typedef struct Page {
    Str path;
    Str content; /* bytes of the characters [offset, offset + count) */
    uint64_t offset, count;
    uint64_t total; /* characters of the file */
    bool partly;    /* the file has more characters than `total` */
} Page;

/* Writes the page. Markers are on separate lines and not part of the content; a file that fits one
   page has no markers. Invalid bytes are shown as U+FFFD. */
void page_write(Buf *out, Arena scratch, ViewFormat format, const Page *page);
