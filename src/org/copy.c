/* Rows are sent while the next ones are being made, so server and client work at the same time. */
#include "org/copy.h"

#include "base/limits.h"

/* Large enough that frames cost nothing, small enough that both ends stay busy. */
#define SEND_BYTES (256 * KB)

bool org_copy_begin(OrgCopy *copy, Postgres *postgres, const char *sql, Err *err)
{
    *copy = (OrgCopy){.postgres = postgres};
    arena_open(&copy->arena, 0);
    copy->rows = buf_open(&copy->arena, 0);
    return postgres_copy_begin(postgres, sql, err);
}

bool org_copy_row(OrgCopy *copy, Err *err)
{
    buf_put_byte(&copy->rows, '\n');
    if (copy->rows.len < SEND_BYTES)
        return true;
    bool sent = postgres_copy_put(copy->postgres, buf_str(&copy->rows), err);
    copy->rows.len = 0;
    return sent;
}

bool org_copy_end(OrgCopy *copy, Err *err)
{
    return postgres_copy_put(copy->postgres, buf_str(&copy->rows), err) &&
           postgres_copy_end(copy->postgres, err);
}

void org_copy_close(OrgCopy *copy)
{
    arena_close(&copy->arena);
}
