/* The database of an organisation: symbols of many repositories in PostgreSQL, written by `fovea
   publish` and queried by `--org`. Its schema `fovea` is created and upgraded by numbered
   migrations, forward only. The database decides who may read a repository: by row level security,
   and by functions that check the asking role themselves. */
#pragma once

#include "net/postgres.h"

/* Number of the last migration that this program knows. */
#define ORG_SCHEMA 1

typedef struct Org {
    Postgres *postgres;
    uint32_t schema; /* number of the database's last migration; 0: no schema */
} Org;

typedef struct OrgOptions {
    Str target; /* net/postgres.h */
    bool writes;
    int statement_ms; /* 0: no limit */
    const volatile bool *cancel;
} OrgOptions;

/* Connects. A reader stays in one transaction until org_close. Fails if the schema is newer than
   this program; for a reader also if it is missing or older. */
bool org_open(Arena *arena, const OrgOptions *options, Org *org, Err *err) MUST_USE;
void org_close(Org *org); /* works as SCOPED(org_close) */
/* Creates or upgrades the schema, in one transaction under a lock, so that several programs may try
   at once. *applied: number of migrations. */
bool org_install(Org *org, uint32_t *applied, Err *err) MUST_USE;
