/* Rows of delimited text. A field in double quotes may hold delimiters, line ends and doubled
   quotes; a quote elsewhere is an ordinary byte. */
#pragma once

#include "lang/scan/scan_text.h"

typedef struct CsvCell {
    Str text; /* without the quotes around it, trimmed */
    size_t start, end;
    bool quoted;
} CsvCell;

typedef VEC(CsvCell) CsvCells;

typedef struct CsvReader {
    Scan *scan;
    char delimiter;
    size_t width;  /* cells of the row read last, all of them */
    size_t wasted; /* bytes looked at for quotes that were never closed */
    bool unclosed;
} CsvReader;

/* After the row at `at` and its line end. */
size_t csv_row_end(CsvReader *reader, size_t at);
/* The same, and its cells: the first CSV_COLUMNS_MAX, reader->width counts all. */
size_t csv_row_read(CsvReader *reader, size_t at, CsvCells *cells);
/* Which of comma, semicolon, tab and bar makes the most even table of the first rows. */
char csv_sniff(Scan *scan, size_t at);
