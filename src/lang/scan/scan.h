/* The kit for own small scanners: formats without a usable grammar. A scanner reads the text once,
   never recurses, and emits symbols in source order. */
#pragma once

#include "base/work_limit.h"
#include "lang/lang.h"

/* scan_expired() reads the clock once in so many calls. */
#define SCAN_CLOCK_EVERY 1024
/* Going backwards, scan_line() counts at most this many bytes again. */
#define SCAN_MARK_BYTES ((size_t)64 * KB)

typedef struct Scan {
    Arena *arena;
    Arena scratch;
    Str text;
    Outline *outline;
    const OutlineOptions *options;
    uint32_t open[SYMBOL_DEPTH_MAX]; /* indices of open symbols */
    size_t depth;
    WorkLimit time;
    uint32_t line_at; /* line number of line_offset, for scan_line() going forwards */
    uint32_t line_offset;
    uint32_t *marks; /* line ends before each block of SCAN_MARK_BYTES, for going backwards */
    size_t mark_count;
    uint32_t skipped; /* opens past a limit that are not closed yet */
    Symbol dummy;     /* what an open past a limit returns */
    uint32_t ticks;
    bool expired;
    size_t cut_end; /* where the line after the last cut point begins */
} Scan;

typedef void (*ScanFunction)(Scan *scan);

/* 1-based line of a byte offset; cheapest when offsets ascend. */
uint32_t scan_line(Scan *scan, size_t offset);

/* Opens a symbol at `start`; it stays open, and takes what follows as children, until closed.
   name may point into the text (then name_start/name_end are set). NULL-free: past SYMBOLS_MAX it
   returns a dummy and marks the outline degraded. The pointer is valid until the next open. */
Symbol *scan_symbol_open(Scan *scan, SymbolKind kind, Str name, size_t start);
/* Closes the innermost open symbol, its range ending at `end` (trailing white space trimmed). */
void scan_symbol_close(Scan *scan, size_t end);
/* Closes down to `depth` open symbols. */
void scan_close_to(Scan *scan, size_t depth, size_t end);
/* Open and close at once. */
Symbol *scan_symbol(Scan *scan, SymbolKind kind, Str name, size_t start, size_t end);
void scan_import(Scan *scan, Str name, size_t start, size_t end);
/* True once the time limit is over or the caller cancelled: mark, close and return. Cheap. */
bool scan_expired(Scan *scan);
