/* Errors of servers are recognised by their SQLSTATE, those of a connection by libpq's wording,
   which is English since fovea-postgres sets no locale. */
#include "net/postgres_error.h"

static const struct {
    const char *state; /* SQLSTATE, or the beginning of a class */
    ErrCode code;
    const char *what; /* NULL: the server's own words */
    const char *hint;
} server_errors[] = {
    {"28P01", ERR_FAILED, "the password is wrong",
     "keep it in the file ~/.pgpass (PGPASSFILE) or in a service file"},
    {"28", ERR_FAILED, NULL, "the server does not let this user in: look at its pg_hba.conf"},
    {"3D000", ERR_NOT_FOUND, NULL, "createdb makes one"},
    {"42501", ERR_FAILED, NULL,
     "this user lacks the right: readers need the role fovea_reader, publishers fovea_writer"},
    {"57014", ERR_FAILED, "the statement took too long and was cancelled",
     "ask for less, or look at what keeps the server busy"},
    {"55P03", ERR_FAILED, "another process holds a lock", "try again in a moment"},
    {"25006", ERR_FAILED, NULL, "publish to the primary server, not to a standby"},
    {"40", ERR_FAILED, NULL, "another transaction at the server interfered: try again"},
    {"08P01", ERR_FAILED, NULL,
     "if this is a connection pool, check the databases, users and startup parameters that it "
     "accepts"},
    {"53300", ERR_FAILED, NULL, "try again, or put a connection pool before the server"},
    {"53100", ERR_FAILED, NULL, "make room on the server's disk, then try again"},
    {"57P03", ERR_FAILED, NULL, "try again in a moment"},
    {"57P", ERR_FAILED, NULL, "try again when the server is up"},
};

static const struct {
    const char *words; /* in libpq's message */
    const char *hint;
} connection_hints[] = {
    {"private key file", "chmod 600: the key must be of mode 0600"},
    {"certificate", "sslrootcert=FILE names the authority that signed the server's certificate, "
                    "and the host must be one of the certificate's names"},
    {"SSL", "sslmode in the address says whether TLS is wanted, and the server's ssl whether it "
            "has it"},
    {"translate host name", "look at the host's name in the address, and at the network"},
    {"closed the connection", "the server's log says why"},
    {"", "is the server running, and are host and port right? psql with the same address should "
         "work"},
};

static bool fail_server(Str state, Str message, Err *err)
{
    for (size_t i = 0; i < COUNT(server_errors); i++) {
        if (!str_starts(state, str_from(server_errors[i].state)))
            continue;
        Str what = server_errors[i].what ? str_from(server_errors[i].what) : message;
        err_set(err, server_errors[i].code, "PostgreSQL: %.*s", STR_ARG(what));
        return err_hint(err, "%s", server_errors[i].hint);
    }
    return err_set(err, ERR_FAILED, "PostgreSQL: %.*s%s%.*s%s", STR_ARG(message),
                   state.len ? " (" : "", STR_ARG(state), state.len ? ")" : "");
}

static bool fail_connect(Str message, Err *err)
{
    static const Str lead = STR_INIT("connection to server "), failed = STR_INIT(" failed: ");
    size_t at = str_find(message, failed), hint = 0;
    while (str_find(message, str_from(connection_hints[hint].words)) == STR_NONE)
        hint++;
    if (str_starts(message, lead) && at != STR_NONE)
        err_set(err, ERR_FAILED, "PostgreSQL: no connection to the server %.*s: %.*s",
                STR_ARG(str_slice(message, lead.len, at)),
                STR_ARG(str_from_offset(message, at + failed.len)));
    else
        err_set(err, ERR_FAILED, "PostgreSQL: no connection: %.*s", STR_ARG(message));
    return err_hint(err, "%s", connection_hints[hint].hint);
}

bool postgres_fail(PostgresFault fault, Str state, Str message, Err *err)
{
    switch (fault) {
    case POSTGRES_FAULT_STRING:
        err_set(err, ERR_USAGE, "PostgreSQL: the address is no connection string");
        return err_hint(err, "as in postgresql://user@host/database; special characters of a name "
                             "or a password are written as %%XX");
    case POSTGRES_FAULT_PASSWORD:
        err_set(err, ERR_FAILED, "PostgreSQL: the server wants a password");
        return err_hint(err, "keep it in the file ~/.pgpass (PGPASSFILE), of mode 0600, or in a "
                             "service file");
    case POSTGRES_FAULT_CONNECT:
        return state.len ? fail_server(state, message, err) : fail_connect(message, err);
    case POSTGRES_FAULT_LOST:
        err_set(err, ERR_FAILED, "PostgreSQL: the connection broke");
        return err_hint(err, "try again");
    default: return fail_server(state, message, err);
    }
}
