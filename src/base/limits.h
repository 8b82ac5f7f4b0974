/* Every cap on input, output, memory and time, each with its reason. Units are in the names. */
#pragma once

#define KB ((size_t)1024)
#define MB (1024 * KB)
#define GB (1024 * MB)

/* Address space of one arena: a 1 GB file plus everything derived from it. Only touched pages cost.
 */
#define ARENA_RESERVE (16 * GB)
/* Where address space is short an arena gets such a part of it: indexing has 50 arenas open, a
   call's own two may need much more than the others. */
#define ARENA_RESERVE_USUAL 128
#define ARENA_RESERVE_LARGEST 24
/* Smallest reserve to try when the system limits address space. */
#define ARENA_RESERVE_MIN (16 * MB)
/* An arena that is reset keeps this much, so that mapping many small files does not fault pages
 * anew. */
#define ARENA_KEEP (4 * MB)

/* Exit code when memory runs out: the request failed. */
#define ERR_EXIT_MEMORY 1

/* Messages are for one line on a terminal; a hint may name a command. */
#define ERR_MESSAGE_BYTES 1024
#define ERR_HINT_BYTES 2400

/* Larger than PATH_MAX never opens. */
#define PATH_BYTES_MAX 4096
/* Whole-file views (map, chunk) load at most this; page and ranged read stream any size. */
#define FILE_BYTES_MAX (2 * GB - 1)
/* One read call's block when streaming: fits the L2 cache, large enough for memory speed. */
#define FS_BLOCK_BYTES (256 * KB)
/* A directory given instead of a file is answered with this many names. */
#define DIRECTORY_LISTING_MAX 20

/* Nesting of JSON and TOON documents: jansson and most parsers stop at 2,048 too. */
#define JSON_DEPTH_MAX 2048
/* A short row under a header with nested groups makes many values: a decoder stops at the first
   number plus so many a byte. Tables without groups make less than one value a byte. */
#define TOON_VALUES_MIN 2000000
#define TOON_VALUES_PER_BYTE 4
/* Spaces a level in written TOON and JSON; more is a mistake and makes deep documents explode. */
#define INDENT_MAX 16
/* A configuration file may come from a hostile repository; real ones are a few KB. */
#define TOML_BYTES_MAX (1 * MB)
/* Names are looked up one by one: keeps the worst file below a tenth of a second. */
#define TOML_KEYS_MAX 5000
/* Nesting of tables, arrays and inline tables. */
#define TOML_DEPTH_MAX 64
/* A child's output (universal-ctags on one file) beyond this is useless for a map. */
#define PROC_OUTPUT_MAX (64 * MB)

/* Signatures are read by models; longer ones are cut with an ellipsis. Characters. */
#define SIGNATURE_CHARS_MAX 200
/* Of attributes that would leave no room for the declaration. Characters. */
#define ATTRIBUTE_CHARS_SHOWN 60
/* A doc sentence longer than this is cut. Characters. */
#define DOC_CHARS_MAX 200
/* Names in broken input can be whole lines. Bytes. */
#define NAME_BYTES_MAX 512

/* Counting in one file, in processor time: some gigabytes. */
#define COUNT_TIME_MS 3000
/* One file's parse, in processor time. */
#define PARSE_TIME_MS 10000
/* A process that has work and for so long does none hangs: on a disk that does not answer, or it
   was stopped. Far more than a scheduler lets anybody wait. */
#define WORK_STILL_MS 60000
/* Some grammars insert empty tokens for ever where the text is broken. So many progress reports
   (100 steps of the parser each) without a further byte are a failure. Clean files need a few
   dozen, and one in 200 bytes at the end, while the finished tree is balanced. */
#define PARSE_STALL_MAX 500
#define PARSE_STALL_BYTES 50
/* From each character anew some scanners look for what never comes. Text that was read and given
   up is counted: so many bytes, and for each byte of the file, are a failure. */
#define PARSE_VAIN_BASE (64 * MB)
#define PARSE_VAIN_PER_BYTE 100
/* Memory of one parse: base plus a multiple of the source (worst clean file seen: 102 bytes a
 * byte). */
#define PARSE_MEMORY_BASE (256 * MB)
#define PARSE_MEMORY_PER_BYTE 110
#define PARSE_MEMORY_MAX (2 * GB)
/* Of that, the parse for a map takes no more than so much and so many bytes for each of the file's:
   of 2,159 real files of 20 KB and more none needs 20 without the base. */
#define MAP_PARSE_MEMORY (1 * MB)
#define MAP_PARSE_PER_BYTE 20
/* Where there are syntax errors: what stands in for the grammar then sees as much. */
#define BROKEN_PARSE_MEMORY (400 * KB)
#define BROKEN_PARSE_PER_BYTE 18
/* So much of it stays for the next parse, the rest goes back before the map is written: to touch it
   again costs a hundredth of the parse that needs it. */
#define MAP_PARSE_KEEP (160 * KB)
/* A map of a text of at most so many bytes, beside what is passed over, is made from a whole tree
   where that fits this memory and so many bytes for each of the file's. Larger trees are trimmed.
 */
#define SMALL_PARSE_BYTES (4 * KB)
#define SMALL_PARSE_MEMORY (160 * KB)
#define SMALL_PARSE_PER_BYTE 20
/* Tokens of macros are parsed again as declarations for this many times a file's bytes: macros
   within macros in hostile input would cost their depth. */
#define EMBED_TIMES_MAX 4
/* Lines among a macro's tokens that are marks for it alone; one that has more has other lines. */
#define EMBED_MARKS_MAX 64
/* Trees deeper than this are walked only to here; the outline is then degraded. */
#define TREE_DEPTH_MAX 20000
/* Helper nodes of a grammar within one another between a node and its children, which the parser
   balances; deeper ones are not looked into. For a whole walk all that are open at a time. */
#define HIDDEN_DEPTH_MAX 256
#define WALK_FRAMES_MAX (2 * TREE_DEPTH_MAX)
/* Symbols of one file: far above any real file (sqlite3.c has 10,000), keeps hostile input bounded.
 */
#define SYMBOLS_MAX 2000000
/* Nesting of symbols shown: deeper ones are attached to the ancestor at this depth. */
#define SYMBOL_DEPTH_MAX 64
/* Imports and references of one file. */
#define IMPORTS_MAX 100000
/* A settings file that decides imports (package.json, tsconfig.json): real ones are a few KB. */
#define IMPORT_SETTINGS_BYTES_MAX (1 * MB)
/* tsconfig.json files that one leads to, and nesting of conditions in package.json. */
#define IMPORT_CONFIGS_MAX 32
#define IMPORT_CONDITIONS_DEPTH 16
/* Components of a path of modules. */
#define IMPORT_PATH_PARTS_MAX 64
/* Names that one import makes visible. */
#define BINDINGS_MAX 10000
/* Scala: names of imports that are looked through for the first name of a path. */
#define IMPORTS_SEEN_MAX 1000
/* Files that one name of a module of C++ stands for. */
#define MODULE_UNITS_MAX 64
/* A package that clauses within one another name. */
#define PACKAGE_BYTES_MAX 1000
#define REFERENCES_MAX 4000000
/* What one symbol is said to assign: names, and bytes of one. */
#define WRITES_MAX 12
#define WRITE_BYTES_MAX 60

/* What resolving a file of so many symbols touched goes back to the system. */
#define RESOLVE_LARGE_SYMBOLS 5000
/* Fewer files are resolved before other processes would have started. */
#define RESOLVE_ALONE_MAX 200
/* Symbols of one name that are looked at when a program links by name: 50,000 statics called
   `init` must not cost each call 50,000. */
#define RESOLVE_NAMESAKES_MAX 4096
/* What types mean where they are written is remembered across files up to so many, 100 bytes each:
   most are asked for by one file only. */
#define RESOLVE_TYPES_KEPT 100000
/* What is looked for in other files, unpacked: macros' bodies, attributes. */
#define RESOLVE_SHAPES_BYTES (8 * MB)
/* Where memory is scarce these and CATALOG_UNPACKED_MAX are divided by this. */
#define THRIFT 4
/* Files that a re-exported name is followed through. */
#define RESOLVE_REEXPORTS_MAX 8
/* Parts of one type that are looked at, and symbols of one name in a scope among which they are. */
#define RESOLVE_PARTS_MAX 64
/* Files that pass on others as a whole in which a name is looked for, where few do (Rust). */
#define RESOLVE_PASSAGES_MAX 64
/* Files that one module passes on as a whole, directly or through others, in which a name is looked
   for: the index file of a large library has some hundred. */
#define RESOLVE_PASSED_ON_MAX 512
/* Types around a type whose members a method sees. */
#define RESOLVE_OWNERS_MAX 8
/* Types that depend on other expressions' types, and aliases of aliases. */
#define RESOLVE_DEPTH_MAX 8
/* Comparisons of an argument's type with a parameter's in one file: 30 times what the worst of
   guava and commons-lang needs. Beyond it overloads are told apart by their number only. */
#define RESOLVE_FITS_MAX 1000000
/* Macros that expand to macros, and calls that one macro stands for. */
#define RESOLVE_MACROS_MAX 64

/* Other writers may save between a build's loading and its writing so many times. */
#define BUILD_TRIES 5
/* Questions of a work tree that are remembered, to be asked again: what a person asks in weeks. */
#define ANSWERS_ASKED_MAX 500
/* A larger answer is not kept: a thousand of them would be a gigabyte. */
#define ANSWER_KEPT_BYTES_MAX (256 * KB)
/* Indices in the cache's directory that are looked at. */
#define CACHE_ENTRIES_MAX 10000
/* Entries that a lean catalog (catalog_lean.h) keeps unpacked: a quarter of a million. */
#define CATALOG_UNPACKED_MAX (8 * MB)
/* One segment of the catalog: some hundred files with millions of symbols stay below. */
#define CATALOG_SEGMENT_BYTES_MAX (1 * GB)

/* Facts of one file, or of the files of a pack; the largest outline that the limits above allow
   stays below. */
#define PACK_TEXT_BYTES_MAX (1 * GB)
/* Files of one pack, all of them empty. */
#define PACK_FILES_MAX 4096

/* A chunk must hold any character and a little more; the upper end is a file that fits whole. */
#define CHUNK_TOKENS_MIN 16
#define CHUNK_TOKENS_MAX (FILE_BYTES_MAX / 4)
#define CHUNK_TOKENS_DEFAULT 2000
/* Chunks must not depend on whether a parse ended in time: a grammar is used up to here (about 2
 * s). */
#define CHUNK_PARSE_BYTES_MAX (16 * MB)
/* A continuation token: a path and a few numbers. */
#define TOKEN_FILE_BYTES_MAX (64 * KB)
/* One line of a chunk's header. Characters. */
#define CHUNK_CONTEXT_CHARS 60
/* One declaration's name in a chunk's description: headings can be whole paragraphs. Columns. */
#define CHUNK_NAME_COLUMNS 100
/* A list of chunks as JSON or TOON: at some 250 bytes each it stays below ANSWER_BYTES_MAX. */
#define CHUNKS_LISTED_MAX 250000
/* Declarations named in a chunk's header. */
#define CHUNK_NAMES_MAX 3

/* A file that keeps changing while it is read is given up after this many tries. */
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
/* Below this the box alone would take a quarter of the budget: the map is written without it. */
#define MAP_FRAME_BUDGET_MIN (2 * KB)
/* An outline opens the one symbol that holds most of the file while it has at most this many
 * entries. */
#define MAP_SPINE_ENTRIES_MAX 32
/* Paths, notes and fact lines in a map's frame are cut at this many bytes. */
#define MAP_FRAME_TEXT_MAX 240

/* What `read` returns without a range: the limits that coding agents' own read tools have. */
#define READ_LINES_MAX 2000
#define READ_BYTES_MAX (50 * KB)
/* An answer that is built in memory (library, JSON): larger ones are asked for in parts. */
#define ANSWER_BYTES_MAX (64 * MB)
/* An image that is shown to a model; model services refuse larger ones. */
#define IMAGE_BYTES_MAX (3 * MB + 512 * KB)
/* One page of `page`. Characters. */
#define PAGE_CHARS 4000
#define PAGE_CHARS_MAX (16 * MB)
/* Symbols offered when a name fits several, and names offered in a hint. */
#define CANDIDATES_MAX 20
/* Parameters of one tool. */
#define TOOL_PARAMS_MAX 24
/* Enough for a shebang, a modeline, a magic number and a guess at the content. */
#define SOURCE_HEAD_BYTES (16 * KB)
/* A configuration file, and the names in one of its lists. */
#define CONFIG_BYTES_MAX (64 * KB)
#define CONFIG_NAMES_MAX 1000
/* An address, a model's name. */
#define CONFIG_TEXT_BYTES_MAX 2000
/* Outlines that a server keeps. One entry takes at most a quarter; an average file's outline is 10
 * KB. */
#define MAP_CACHE_BYTES (64 * MB)
#define MAP_CACHE_ENTRIES_MAX 2048
/* Idle memory that a library handle keeps for its next calls. */
#define LIBRARY_IDLE_MAX 16

/* Tokens of one file of the C family: 1.6 GB of them; a 300 MB source has about so many. */
#define C_TOKENS_MAX ((size_t)64 * 1000 * 1000)

/* Data formats. Elements of an array, entries of a dictionary, and records whose values are read
   for the merged schema: the first so many and the last. */
#define SCHEMA_SAMPLE 100
/* Nesting of data that is described; what lies deeper is skipped. Leaves room in SYMBOL_DEPTH_MAX.
 */
#define SCHEMA_DEPTH_MAX 60
/* Distinct keys of one object that are told apart; with more it is described as a dictionary. */
#define SCHEMA_KEYS_MAX 1024
/* Distinct paths in one file: about 30 MB of memory. */
#define SCHEMA_NODES_MAX 100000
/* An object is described as a dictionary, instead of by its keys, from so many alike entries: of
   any kind; of small records; and when most of the objects merged lack most of the keys. */
#define SCHEMA_DICTIONARY_KEYS 200
#define SCHEMA_DICTIONARY_RECORDS 64
#define SCHEMA_DICTIONARY_SPARSE 10
#define SCHEMA_RECORD_BYTES 1024
/* Entries compared to find out whether they are alike. */
#define SCHEMA_ALIKE_SAMPLE 64
/* In a signature: one key, and the list of keys in braces. */
#define SCHEMA_KEY_CHARS_MAX 60
#define SCHEMA_KEYS_LISTED_BYTES 100
/* The list where there is little room. */
#define SCHEMA_KEYS_LISTED_FEW 40
/* Counts by value in JSONL: fields counted, nesting looked at, distinct values before a field is
   held to be free text, length of a value, and bytes of the list shown. */
#define TALLY_FIELDS_MAX 32
#define TALLY_DEPTH_MAX 6
#define TALLY_VALUES_MAX 24
#define TALLY_VALUE_BYTES 40
#define TALLY_SHOWN_BYTES 120
/* Records that give chunks their names: as many as a transcript of 100 MB holds. */
#define JSONL_RECORDS_NAMED 200000
/* YAML shows keys to this depth; lists at the top are shown item by item up to this many. */
#define YAML_DEPTH_SHOWN 2
#define YAML_ITEMS_MAX 200
/* With fewer bytes of a map to spare for a document its keys are not shown at all. */
#define YAML_DOCUMENT_BYTES 200
/* Tables of one name in TOML, from more than this on, are merged into one. */
#define TOML_REPEATS_LISTED 8
/* How far a quoted value in an .env file may go on: a private key is a few KB. */
#define INI_QUOTED_BYTES (16 * KB)
/* Delimited text: cells of one row, of which further ones are counted only; a quoted field, longer
   ones have lost their quote; rows that the delimiter is guessed from; and of which rows the cells
   are looked at: the first, then one in so many. */
#define CSV_COLUMNS_MAX 16384
#define CSV_FIELD_BYTES_MAX (1 * MB)
#define CSV_SNIFF_ROWS 50
#define CSV_SAMPLE_ROWS 1000
#define CSV_SAMPLE_EVERY 100
/* Logs: how far into a line its time, level and status are looked for; sections of the time line;
   lines that are told apart, shown, and how much of each; the longest line that can be a banner. */
#define LOG_TIME_REACH 64
#define LOG_LEVEL_REACH 120
#define LOG_STATUS_REACH 4096
#define LOG_BUCKETS_MAX 48
#define LOG_EVENTS_MAX 2000
#define LOG_EVENTS_SHOWN 60
#define LOG_MESSAGE_BYTES 120
#define LOG_MESSAGE_SOURCE 400
#define LOG_BANNER_BYTES 200
/* Plain text: headings, their nesting, how long a line can be one, how much of it is shown, and
   lines that decide whether the text is a log. */
#define PLAIN_HEADINGS_MAX 20000
#define PLAIN_DEPTH_MAX 6
#define PLAIN_TITLE_BYTES 120
#define PLAIN_TITLE_CHARS 80
#define PLAIN_SNIFF_LINES 100
/* A line of one character, at least so long, sets off the title below it. */
#define PLAIN_RULER_BYTES 20
/* Cut points of files above this size keep this distance, so that their list stays small. */
#define CUTS_DENSE_BYTES (1 * MB)
#define CUTS_GAP_BYTES 256

/* Directories nested deeper than this are symbolic-link tricks or attacks. */
#define WALK_DEPTH_MAX 256
/* One ignore file; the patterns that hold in one directory, each of which is tried on every name;
   and all of a tree, 150 MB in memory. Real trees have some thousands. Files beyond are passed
   over. */
#define IGNORE_BYTES_MAX (1 * MB)
#define IGNORE_STACK_MAX 50000
#define IGNORE_PATTERNS_MAX 1000000
#define IGNORE_BYTES_SUM (64 * MB)
/* Paths of git's index are shortened by what they share with the one before: bytes of paths for
   each byte of the index. Ten thousand files deep in one directory have two. */
#define GIT_PATHS_PER_BYTE 16

/* A graph as an answer: 4,000 tokens. As a picture for people: browsers take more, eyes do not. */
#define GRAPH_TEXT_BYTES 16000
#define GRAPH_PICTURE_BYTES (8 * MB)
/* Frame, title and what was left out, in every form but pictures. */
#define GRAPH_BUDGET_MIN (2 * KB)
/* Beyond this a picture shows nothing, and its layout passes a second. */
#define GRAPH_PICTURE_NODES_MAX 3000
#define GRAPH_PICTURE_EDGES_MAX 15000
/* Mermaid refuses larger diagrams unless it is configured otherwise (maxTextSize, maxEdges). */
#define GRAPH_MERMAID_BYTES 50000
#define GRAPH_MERMAID_EDGES_MAX 500
/* Steps from the focus that a text tree shows: calls of a tool have 3. */
#define GRAPH_DEPTH_MAX 32
/* An id that is longer than this is no handle of ours. */
#define GRAPH_ID_COLUMNS 300
/* Points where long edges of a picture cross layers; beyond, the longest edges are drawn straight.
 */
#define GRAPH_BENDS_MAX 60000
/* Control points in an answer of `dot -Tplain`: a graph of GRAPH_PICTURE_EDGES_MAX has about a
   fifth. */
#define GRAPH_PLAIN_POINTS_MAX 1000000

/* The MCP server. One message from a client: tool arguments are short, images are not sent to us.
 */
#define MCP_MESSAGE_BYTES_MAX (4 * MB)
/* Address space of one message and what is made of it in the server itself: a value of 80 bytes for
   every two bytes of the worst message. */
#define MCP_EXCHANGE_RESERVE (512 * MB)
/* Processes at once: enough that slow calls hold up no other, few enough for a laptop. */
#define MCP_RUNNING_MAX 16
/* Places beside them for calls that have just begun: after so long, with more of them waiting, one
   begins anew when there is an ordinary place. */
#define MCP_SHORT_MAX 4
#define MCP_SHORT_MS 2000
/* Requests under way, running and waiting; what comes then is refused. */
#define MCP_EXCHANGES_MAX 1000
/* After end of input, requests under way may still end for this long. */
#define MCP_GRACE_MS 5000
/* An answer's text before it is paged: the tightest client keeps 12 KB. */
#define MCP_ANSWER_BYTES (10 * KB)
/* Entries of one page of a list, and values of one completion (the protocol's own bound). */
#define MCP_PAGE_ITEMS 100
#define MCP_COMPLETIONS_MAX 100
/* Directories that a client names as its roots. */
#define MCP_ROOTS_MAX 64
/* By HTTP: clients that shook hands (the one idle for longest goes first), and streams and bytes of
   answers kept for readers that come back. */
#define MCP_CLIENTS_MAX 256
#define MCP_STREAMS_KEPT 64
#define MCP_STREAM_BYTES_KEPT (16 * MB)
#define MCP_HEADER_BYTES_MAX (64 * KB)
/* A comment on an idle stream, so that nobody between takes it for dead. */
#define MCP_KEEP_ALIVE_MS 15000
/* A connection without a word from its client for so long is closed. */
#define MCP_CONNECTION_SECONDS 3600
/* From the first byte, or the connection, to the end of a request. */
#define MCP_REQUEST_MS 30000
/* Connections by HTTP at once, fewer where descriptors are few: those left over are for processes
   that answer, and the index. */
#define MCP_CONNECTIONS_MAX 256
#define MCP_CONNECTIONS_MIN 8
#define MCP_DESCRIPTORS_KEPT 48
/* Of requests that are not there as a whole, all together. */
#define MCP_UNFINISHED_BYTES_MAX (16 * MB)

/* Threads of one call. */
#define PARALLEL_MAX 16

/* A search pattern; longer ones are pasted by mistake. */
#define PATTERN_BYTES_MAX 2000
/* Steps of one attempt to match a regular expression, and memory for what it has to remember: a
   tenth of a second at worst, where sensible patterns need a few thousand steps. */
#define PATTERN_STEPS_MAX 2000000
#define PATTERN_DEPTH_MAX 100000
#define PATTERN_HEAP_KB 20000
#define PATTERN_STACK_BYTES (1 * MB)
/* Nested groups. */
#define PATTERN_NESTING_MAX 100

/* Text search. Files are read through a window of this size, cut between lines; a longer line is
   searched piece by piece. */
#define SEARCH_WINDOW_BYTES (4 * MB)
/* The pattern is tried on so much text at a time; of a longer line on pieces that overlap. Bounds
   what a pattern that looks to the end of the line from each of its places can cost, and how late
   the limits below are noticed. */
#define SEARCH_SLICE_BYTES (16 * KB)
#define SEARCH_OVERLAP_BYTES (2 * KB)
#define SEARCH_FILE_MS 2000
/* After so many files on which the pattern needed too many steps the search ends. */
#define SEARCH_GIVEN_UP_MAX 16
/* Hits on one page. */
#define SEARCH_HITS_MAX 200
/* What is kept of a line, before and behind its first match. Bytes. */
#define SEARCH_LINE_REACH 300
/* Lines around a hit, and lines between two hits that are shown as one block. */
#define SEARCH_CONTEXT_MAX 20
#define SEARCH_MERGE_MAX 20
/* A page costs at most so many tokens a line, with lines around hits no more than so many hits
   alone may cost, and so many for its head and foot. */
#define SEARCH_LINE_TOKENS 30
#define SEARCH_PAGE_TOKENS (SEARCH_HITS_MAX * SEARCH_LINE_TOKENS)
#define SEARCH_FRAME_TOKENS 250
/* Files shown are outlined up to this size each, and this sum: a tenth of a second. */
#define SEARCH_OUTLINE_BYTES_MAX (512 * KB)
#define SEARCH_OUTLINE_BYTES_SUM (4 * MB)
/* Files not shown are read by the lexical tier, to find where the name is defined: a fifth of a
 * second. */
#define SEARCH_LEXICAL_BYTES_SUM (32 * MB)
/* Paths and patterns to choose files by. */
#define SEARCH_FILTERS_MAX 64

/* A file that `fovea setup` edits: Claude Code keeps its whole state in one, some MB. */
#define SETUP_FILE_BYTES_MAX (32 * MB)
/* How often one item is taken out of a file that has it more than once. */
#define SETUP_REPEATS_MAX 16
/* Unchanged lines around a change in what --dry-run shows. */
#define SETUP_DIFF_CONTEXT 3
/* What an agent tells a hook: the tool's input, which may be a file to be written. */
#define HOOK_INPUT_BYTES_MAX (32 * MB)
/* The map that a hook answers with: what a first pass needs, 2,000 tokens. */
#define HOOK_MAP_BYTES (8 * KB)
