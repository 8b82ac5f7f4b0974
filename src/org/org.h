/* The database of an organisation: symbols of many repositories in PostgreSQL, written by
   `fovea publish` and asked by `--org`. Its schema `fovea` is made and brought up to date by
   numbered migrations, forward only. Who may read a repository is decided by the database: by row
   level security, and by functions that look at the asking role themselves. */
#pragma once

#include "net/postgres.h"

/* Number of the last migration that this program knows. */
#define ORG_SCHEMA 1

typedef struct Org {
    Postgres *postgres;
    uint32_t schema; /* number of the last migration of the database; 0: there is no schema */
} Org;

typedef struct OrgOptions {
    Str target; /* net/postgres.h */
    bool writes;
    int statement_ms; /* 0: none */
    const volatile bool *cancel;
} OrgOptions;

/* Connects. Who asks is in one transaction from here on, until org_close. One who asks fails if the
   schema is missing or older than this program's, and everybody if it is newer. */
bool org_open(Arena *arena, const OrgOptions *options, Org *org, Err *err) MUST_USE;
void org_close(Org *org); /* works as SCOPED(org_close) */
/* Makes the schema or brings it up to date, in one transaction under a lock, so that several
   programs may try at once. *applied: number of migrations. */
bool org_install(Org *org, uint32_t *applied, Err *err) MUST_USE;
