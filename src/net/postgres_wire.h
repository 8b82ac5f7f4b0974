/* Frames between fovea and the program fovea-postgres, both ways: four bytes of length (little
   endian, of the rest), one byte of type, the content. Both ends are of one build, but fovea
   parses replies as untrusted input: the other process reads a server's bytes.

   A text ends with a NUL. A number is 32 bits, little endian. A value is its length as a number
   (POSTGRES_NULL: NULL) and its bytes, in the text format of PostgreSQL. */
#pragma once

#define POSTGRES_HEAD_BYTES 5 /* length and type */
/* The longest value is a batch of rows of COPY or an array of some thousand hashes. */
#define POSTGRES_FRAME_BYTES_MAX (64 * 1024 * 1024)
#define POSTGRES_NULL 0xFFFFFFFFu
/* PostgreSQL's own limit for a result row. */
#define POSTGRES_COLUMNS_MAX 1664
/* More indicate a bug here; PostgreSQL accepts 65,535. */
#define POSTGRES_PARAMS_MAX 64

typedef enum PostgresFrame {
    /* to the server; each but COPY's data is answered by READY or ERROR in the end */
    POSTGRES_CONNECT = 'C', /* text: a connection string or URL */
    POSTGRES_QUERY = 'Q',   /* text: SQL; number of parameters; values */
    POSTGRES_COPY = 'I',    /* text: COPY … FROM STDIN */
    POSTGRES_DATA = 'd',    /* bytes for COPY */
    POSTGRES_DATA_END = 'c',
    /* from the server */
    POSTGRES_READY = 'Z', /* number: affected rows; after CONNECT the server's version */
    POSTGRES_ROWS = 'D',  /* number of columns, number of rows; values, row by row */
    POSTGRES_ERROR = 'E', /* one byte of PostgresFault; texts: SQLSTATE (may be empty), message */
} PostgresFrame;

typedef enum PostgresFault {
    POSTGRES_FAULT_STRING = 's',   /* not a connection string */
    POSTGRES_FAULT_CONNECT = 'c',  /* no connection */
    POSTGRES_FAULT_PASSWORD = 'p', /* the server wants a password, but none is known */
    POSTGRES_FAULT_SERVER = 'e',   /* the server reports an error of a statement */
    POSTGRES_FAULT_LOST = 'l',     /* the connection broke */
} PostgresFault;
