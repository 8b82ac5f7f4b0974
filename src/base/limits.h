/* Limits, each with its reason. They bound the memory, time and output that hostile or damaged
   input, a hung process or a careless request can cost, or are shared by several modules. Tuning
   constants of one module are defined next to their use. Units are in the names. */
#pragma once

#define KB ((size_t)1024)
#define MB (1024 * KB)
#define GB (1024 * MB)

/* Address space of one arena: a 1 GB file and everything derived from it. Only touched pages cost
   memory. */
#define ARENA_RESERVE (16 * GB)
/* Memory that an arena keeps on reset, so that mapping many small files does not fault its pages in
   again. */
#define ARENA_KEEP (4 * MB)

/* A path longer than PATH_MAX never opens. */
#define PATH_BYTES_MAX 4096
/* Whole-file views (map, chunk) load at most this; page and ranged read stream any size. */
#define FILE_BYTES_MAX (2 * GB - 1)
/* One block of a streamed file: fits the L2 cache, and is large enough for memory speed. */
#define FS_BLOCK_BYTES (256 * KB)

/* Nesting of JSON and TOON documents: jansson and most parsers stop at 2,048 too. */
#define JSON_DEPTH_MAX 2048
/* A short row under a header with nested groups makes many values: a decoder stops at the first
   number plus the second for each byte. Tables without groups make less than one value a byte. */
#define TOON_VALUES_MIN 2000000
#define TOON_VALUES_PER_BYTE 4
/* Spaces a level in written TOON and JSON; more is a mistake and blows up deep documents. */
#define INDENT_MAX 16
/* A configuration file may come from a hostile repository; real ones are a few KB. */
#define TOML_BYTES_MAX (1 * MB)
/* Names are looked up one by one: the worst file stays below a tenth of a second. */
#define TOML_KEYS_MAX 5000
/* Nesting of tables, arrays and inline tables. */
#define TOML_DEPTH_MAX 64
/* A child's output (universal-ctags on one file) beyond this is useless for a map. */
#define PROC_OUTPUT_MAX (64 * MB)

/* Names in broken input can be whole lines. Bytes. */
#define NAME_BYTES_MAX 512

/* Counting in one file, in processor time: some gigabytes. */
#define COUNT_TIME_MS 3000
/* One file's parse, in processor time. */
#define PARSE_TIME_MS 10000
/* The same for a question about one file, whose user waits: with the remaining work, an answer
   takes at most some 2 seconds. */
#define ASKED_PARSE_TIME_MS 1400
/* A process that has work but makes no progress for this long hangs: its disk does not answer, or
   it was stopped. No scheduler lets a process wait nearly as long. */
#define WORK_STILL_MS 60000
/* Some grammars insert empty tokens forever in broken text. A parse fails after this many progress
   reports (100 steps of the parser each) without a further byte. Clean files need a few dozen, and
   one in 200 bytes at the end, while the finished tree is balanced. */
#define PARSE_STALL_MAX 500
#define PARSE_STALL_BYTES 50
/* Some scanners look ahead from every character for a token that never comes. Text that was read in
   vain is counted; a parse fails beyond the base plus this many bytes for each byte of the file. */
#define PARSE_VAIN_BASE (64 * MB)
#define PARSE_VAIN_PER_BYTE 100
/* Memory of one parse: base plus a multiple of the source. The worst clean file seen takes 102
   bytes a byte. */
#define PARSE_MEMORY_BASE (256 * MB)
#define PARSE_MEMORY_PER_BYTE 110
#define PARSE_MEMORY_MAX (2 * GB)
/* Tokens of macros are parsed again as declarations, in all for at most this many times a file's
   bytes: nested macros in hostile input would multiply the work. */
#define EMBED_TIMES_MAX 4
/* Lines among a macro's tokens that count as marks of that macro alone; any beyond are ordinary
   lines. */
#define EMBED_MARKS_MAX 64
/* Depth of a syntax tree to which it is walked; a deeper tree gives a degraded outline. */
#define TREE_DEPTH_MAX 20000
/* Nested hidden nodes between a node and its children, which the parser balances; deeper ones are
   not visited. Then the limit of open nodes in a whole walk. */
#define HIDDEN_DEPTH_MAX 256
#define WALK_FRAMES_MAX (2 * TREE_DEPTH_MAX)
/* Symbols of one file: far more than any real file has (sqlite3.c: 10,000). */
#define SYMBOLS_MAX 2000000
/* Nesting of symbols shown: deeper ones are attached to the ancestor at this depth. */
#define SYMBOL_DEPTH_MAX 64
/* Imports and references of one file. */
#define IMPORTS_MAX 100000
#define REFERENCES_MAX 4000000
/* A settings file that decides imports (package.json, tsconfig.json): real ones are a few KB. */
#define IMPORT_SETTINGS_BYTES_MAX (1 * MB)
/* tsconfig.json files that one leads to, and nesting of conditions in package.json. */
#define IMPORT_CONFIGS_MAX 32
#define IMPORT_CONDITIONS_DEPTH 16
/* Components of a path of modules. */
#define IMPORT_PATH_PARTS_MAX 64
/* Names that one import makes visible. */
#define BINDINGS_MAX 10000
/* Scala: imported names that are searched for the first name of a path. */
#define IMPORTS_SEEN_MAX 1000
/* Files that form one C++ module. */
#define MODULE_UNITS_MAX 64
/* The name of a package, put together from nested clauses. */
#define PACKAGE_BYTES_MAX 1000

/* After resolving a file of at least this many symbols, the memory is returned to the system. */
#define RESOLVE_LARGE_SYMBOLS 5000
/* Symbols of one name that are considered when a program links by name: 50,000 statics called
   `init` must not cost each call 50,000 steps. */
#define RESOLVE_NAMESAKES_MAX 4096
/* Where memory is scarce the sizes of caches are divided by this. */
#define THRIFT 4
/* Files that a re-exported name is followed through. */
#define RESOLVE_REEXPORTS_MAX 8
/* Parts of one type that are considered, and symbols of one name in a scope that are searched for
   them. */
#define RESOLVE_PARTS_MAX 64
/* Files that re-export others whole and are searched for a name, in languages where this is rare
   (Rust). */
#define RESOLVE_PASSAGES_MAX 64
/* Files that one module re-exports whole, directly or indirectly, and that are searched for a name:
   the index file of a large library has some hundred. */
#define RESOLVE_PASSED_ON_MAX 512
/* Enclosing types whose members a method sees. */
#define RESOLVE_OWNERS_MAX 8
/* Types that depend on other expressions' types, and aliases of aliases. */
#define RESOLVE_DEPTH_MAX 8
/* Comparisons of an argument's type with a parameter's in one file: 30 times the need of the worst
   file of guava and commons-lang. Beyond it overloads differ by their number of arguments only. */
#define RESOLVE_FITS_MAX 1000000
/* Macros that expand to macros, and calls in the expansion of one macro. */
#define RESOLVE_MACROS_MAX 64

/* Indices in the cache's directory that are listed. */
#define CACHE_ENTRIES_MAX 10000
/* One segment of the catalog: some hundred files with millions of symbols fit. */
#define CATALOG_SEGMENT_BYTES_MAX (1 * GB)

/* Facts of one file, or of the files of a pack: the largest outline that the limits above allow
   fits. */
#define PACK_TEXT_BYTES_MAX (1 * GB)
/* Files of one pack: bounds a pack of empty files, which bytes do not. */
#define PACK_FILES_MAX 4096

/* A chunk must hold any character and a little more; the upper end is a file that fits whole. */
#define CHUNK_TOKENS_MIN 16
#define CHUNK_TOKENS_MAX (FILE_BYTES_MAX / 4)
#define CHUNK_TOKENS_DEFAULT 2000
/* Chunks must not depend on whether a parse ended in time: a grammar is used up to here. A whole
   tree of 15 MB of minified code takes 3 to 8 seconds and 1 to 2 GB. */
#define CHUNK_PARSE_BYTES_MAX (4 * MB)
/* A continuation token: a path and a few numbers. */
#define TOKEN_FILE_BYTES_MAX (64 * KB)

/* Attempts to read a file that keeps changing. */
#define FS_READ_TRIES 4
/* Characters of a path repeated in an error. */
#define PATH_SHOWN_BYTES 400

/* A map's absolute size, and where it gives up signatures, then nesting: an agent pays for every
 * byte. */
#define MAP_BUDGET_BYTES (20 * KB)
#define MAP_FULL_BYTES (10 * KB)
#define MAP_COMPACT_BYTES (15 * KB)
#define MAP_MINIMAL_BYTES (20 * KB)
/* No useful map is smaller. */
#define MAP_BUDGET_MIN 512

/* An answer built in memory (library, JSON): larger ones must be requested in parts. */
#define ANSWER_BYTES_MAX (64 * MB)
/* Enough for a shebang, a modeline, a magic number and a guess at the content. */
#define SOURCE_HEAD_BYTES (16 * KB)
/* A configuration file, and the names in one of its lists. */
#define CONFIG_BYTES_MAX (64 * KB)
#define CONFIG_NAMES_MAX 1000
/* An address, a model's name. */
#define CONFIG_TEXT_BYTES_MAX 2000

/* Tokens of one file of the C family: 1.6 GB of memory; a 300 MB source has about this many. */
#define C_TOKENS_MAX ((size_t)64 * 1000 * 1000)

/* Nesting of data that is described; deeper data is skipped. Leaves room below SYMBOL_DEPTH_MAX. */
#define SCHEMA_DEPTH_MAX 60
/* Distinct keys of one object; with more it is described as a dictionary. */
#define SCHEMA_KEYS_MAX 1024
/* Distinct paths in one file: about 30 MB of memory. */
#define SCHEMA_NODES_MAX 100000
/* How long a quoted value in an .env file may be: a private key takes a few KB. */
#define INI_QUOTED_BYTES (16 * KB)
/* Delimited text: cells of one row, beyond which they are only counted; and the length of a quoted
   field, beyond which its closing quote is missing. */
#define CSV_COLUMNS_MAX 16384
#define CSV_FIELD_BYTES_MAX (1 * MB)

/* Directories nested deeper than this are symbolic-link tricks or attacks. */
#define WALK_DEPTH_MAX 256
/* Size of one ignore file; patterns that apply in one directory, each of which is tried on every
   name; patterns and bytes of a whole tree (150 MB in memory). Real trees have some thousand
   patterns. Further files are skipped. */
#define IGNORE_BYTES_MAX (1 * MB)
#define IGNORE_STACK_MAX 50000
#define IGNORE_PATTERNS_MAX 1000000
#define IGNORE_BYTES_SUM (64 * MB)
/* Git's index compresses paths by shared prefixes: bytes of paths for each byte of the index. Ten
   thousand files deep in one directory have two. */
#define GIT_PATHS_PER_BYTE 16

/* Control points in an answer of `dot -Tplain`: the largest picture has about a fifth as many. */
#define GRAPH_PLAIN_POINTS_MAX 1000000

/* One message from an MCP client: arguments of tools are short, and no tool takes images. */
#define MCP_MESSAGE_BYTES_MAX (4 * MB)
/* Address space of one message and its parsed form: in the worst message, every two bytes become a
   value of 80 bytes. */
#define MCP_EXCHANGE_RESERVE (512 * MB)
/* Requests that run or wait; further ones are refused. */
#define MCP_EXCHANGES_MAX 1000
/* Directories that a client names as its roots. */
#define MCP_ROOTS_MAX 64
/* HTTP: clients with a session (the one idle for longest is dropped first), and streams and bytes
   of answers that are kept for clients that reconnect. */
#define MCP_CLIENTS_MAX 256
#define MCP_STREAMS_KEPT 64
#define MCP_STREAM_BYTES_KEPT (16 * MB)
#define MCP_HEADER_BYTES_MAX (64 * KB)
/* A connection on which its client has been silent for this long is closed. */
#define MCP_CONNECTION_SECONDS 3600
/* A request must be complete this long after its first byte, or after the connection. */
#define MCP_REQUEST_MS 30000
/* Concurrent HTTP connections, fewer where descriptors are scarce: some are reserved for processes
   that answer, and for the index. */
#define MCP_CONNECTIONS_MAX 256
#define MCP_CONNECTIONS_MIN 8
#define MCP_DESCRIPTORS_KEPT 48
/* Total bytes of all incomplete requests. */
#define MCP_UNFINISHED_BYTES_MAX (16 * MB)

/* A search pattern; longer ones are pasted by mistake. */
#define PATTERN_BYTES_MAX 2000
/* Steps and memory of one match attempt of a regular expression: a tenth of a second at worst,
   where sensible patterns need a few thousand steps. */
#define PATTERN_STEPS_MAX 2000000
#define PATTERN_DEPTH_MAX 100000
#define PATTERN_HEAP_KB 20000
#define PATTERN_STACK_BYTES (1 * MB)
/* Nested groups. */
#define PATTERN_NESTING_MAX 100

/* Text searched at a time; a longer line is cut into overlapping pieces. Bounds the cost of a
   pattern that scans to the end of the line from every position, and how late a file's time limit
   is noticed. */
#define SEARCH_SLICE_BYTES (16 * KB)
#define SEARCH_OVERLAP_BYTES (2 * KB)
/* Time for one file; the search continues with the next one. */
#define SEARCH_FILE_MS 2000

/* A file that `fovea setup` edits: Claude Code keeps its whole state in one of some MB. */
#define SETUP_FILE_BYTES_MAX (32 * MB)
/* What an agent sends to a hook: the input of a tool, which may be a file to be written. */
#define HOOK_INPUT_BYTES_MAX (32 * MB)
