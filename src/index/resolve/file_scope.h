/* The file scope: the resolved imports of a file, and which of them apply to a name at a place. */
#pragma once

#include "index/resolve/file_shape.h"

/* A file's imports, resolved; made on first use. */
struct FileScope {
    bool is_ready;
    ImportLinkVec links; /* its imports, resolved */
    IdMap visible;       /* name → index in links; if several, the one that importing files get */
    uint32_t *ring;      /* by link: the next link that makes the same name visible */
    uint32_t *modules; /* Rust: by link: the entry of the module around it, 0: the file; or NULL */
    bool has_foreign_wildcard; /* an import of everything, or of no name, leads out of the
                                  repository */
    bool has_dotted_names;   /* an import makes a name with a dot visible: Python's `import a.b` */
    FileShape *shape;        /* NULL until first use, and again after resolve_trim */
    bool default_is_known;   /* default_export is set */
    uint32_t default_export; /* module_exports_default */
    bool default_is_asked;   /* it is being resolved: guards against import cycles */
};

const FileScope *file_scope_of(Resolver *resolver, uint32_t id);
/* The name that an import makes visible, or 0. */
uint32_t file_scope_visible_name(Catalog *catalog, const ImportLink *link);

/* The imports that give a name its meaning at a place: the imports of the innermost function around
   it that has such imports, else those of the whole file. Several are alternatives (`try: import a
   … except: import b …`); those into the repository come first. */
typedef struct ImportsSeen {
    uint32_t links[4]; /* indices in FileScope.links */
    uint32_t len;
    bool maybe;        /* Python: one is under a condition or in a `try` */
    uint32_t function; /* entry of the function that contains them; 0: the file */
} ImportsSeen;
void file_scope_imports_at(Resolver *resolver, SymbolPlace at, uint32_t name, ImportsSeen *seen);

/* The entry of the last symbol that begins before the import; 0: none. */
uint32_t file_scope_symbol_before(const CatalogFile *file, const ImportLink *link);
/* The entry of the innermost symbol around the import; 0: none, or the file was not fully read. */
uint32_t file_scope_symbol_around(const CatalogFile *file, const ImportLink *link);
/* Whether the symbol around the import contains the entry, too. */
bool file_scope_contains(const CatalogFile *file, uint32_t index, const ImportLink *link);
/* Rust: the entry of the innermost module with a body around an entry, the entry included; 0: the
   file itself. */
uint32_t file_scope_module_around(const CatalogFile *file, uint32_t entry);
/* Whether an import applies at a place. In Scala, imports apply within the block that has them, in
   Rust within the module alone. */
bool file_scope_shows(const Resolver *resolver, SymbolPlace at, const ImportLink *link);
