/* COPY in pieces: rows collect in a buffer and are sent in batches. */
#pragma once

#include "net/postgres.h"
#include "org/org_text.h"

typedef struct OrgCopy {
    Postgres *postgres;
    Arena arena; /* holds the waiting rows */
    Buf rows;
} OrgCopy;

bool org_copy_begin(OrgCopy *copy, Postgres *postgres, const char *sql, Err *err) MUST_USE;
/* Ends the row in copy->rows. */
bool org_copy_row(OrgCopy *copy, Err *err) MUST_USE;
bool org_copy_end(OrgCopy *copy, Err *err) MUST_USE;
void org_copy_close(OrgCopy *copy); /* works as SCOPED(org_copy_close) */
