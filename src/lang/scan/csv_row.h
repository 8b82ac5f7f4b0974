/* Reader of delimited text (CSV, TSV), row by row. A field in double quotes may contain
   delimiters, line ends and doubled quotes; a quote elsewhere is an ordinary byte. */
#pragma once

#include "lang/scan/scan_text.h"

typedef struct CsvCell {
    Str text; /* without the enclosing quotes, trimmed */
    size_t start, end;
    bool quoted;
} CsvCell;

typedef VEC(CsvCell) CsvCells;

typedef struct CsvReader {
    Scan *scan;
    char delimiter;
    size_t width;  /* number of cells of the last row read, unlimited */
    size_t wasted; /* bytes searched for closing quotes that never came */
    bool unclosed;
} CsvReader;

/* The offset after the row at `at` and its line end. */
size_t csv_row_end(CsvReader *reader, size_t at);
/* Reads the row at `at` and returns the offset after it. `cells` gets the first CSV_COLUMNS_MAX
   cells; reader->width counts all of them. */
size_t csv_row_read(CsvReader *reader, size_t at, CsvCells *cells);
/* Guesses the delimiter: the one of comma, semicolon, tab and bar that gives the first rows the
   most even number of cells. */
char csv_sniff(Scan *scan, size_t at);
