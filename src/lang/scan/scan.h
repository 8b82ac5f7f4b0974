/* Toolkit for hand-written scanners, used for formats without a usable tree-sitter grammar. A
   scanner reads the text once, never recurses, and emits symbols in source order. */
#pragma once

#include "base/work_limit.h"
#include "lang/lang.h"

/* scan_expired() reads the clock once in this many calls. */
#define SCAN_CLOCK_EVERY 1024
/* Distance of the line-number index: going backwards, scan_line() counts at most this many bytes
   again. */
#define SCAN_MARK_BYTES ((size_t)64 * KB)

typedef struct Scan {
    Arena *arena;
    Arena scratch;
    Str text;
    Outline *outline;
    const OutlineOptions *options;
    uint32_t open[SYMBOL_DEPTH_MAX]; /* indices of the open symbols */
    size_t depth;
    WorkLimit time;
    uint32_t line_at; /* line number at line_offset; scan_line() continues from there */
    uint32_t line_offset;
    uint32_t *marks; /* line ends before each block of SCAN_MARK_BYTES; built when a caller goes
                        backwards */
    size_t mark_count;
    uint32_t skipped; /* symbols opened past a limit and not closed yet */
    Symbol dummy;     /* returned for symbols opened past a limit */
    uint32_t ticks;
    bool expired;
    size_t cut_end; /* start of the line after the last cut point */
} Scan;

typedef void (*ScanFunction)(Scan *scan);

/* The line number, from 1, of a byte offset. Cheapest when offsets ascend. */
uint32_t scan_line(Scan *scan, size_t offset);

/* Opens a symbol at `start`. Symbols opened before it is closed become its children. When `name`
   points into the text, name_start and name_end are set. Never NULL: past SYMBOLS_MAX it returns
   a dummy and marks the outline degraded. The pointer is valid until the next open. */
Symbol *scan_symbol_open(Scan *scan, SymbolKind kind, Str name, size_t start);
/* Closes the innermost open symbol. Its range ends at `end`, without trailing white space. */
void scan_symbol_close(Scan *scan, size_t end);
/* Closes symbols until `depth` are open. */
void scan_close_to(Scan *scan, size_t depth, size_t end);
/* Opens and closes a symbol. */
Symbol *scan_symbol(Scan *scan, SymbolKind kind, Str name, size_t start, size_t end);
void scan_import(Scan *scan, Str name, size_t start, size_t end);
/* Whether the time limit is over or the caller cancelled. If so, the outline is marked degraded
   and the scanner must close its symbols and return. Cheap enough for every step. */
bool scan_expired(Scan *scan);
