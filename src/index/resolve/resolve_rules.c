#include "index/resolve/resolve_dynamic.h"

static const char perl_functions[] =
    "abs accept alarm atan2 bind binmode bless chdir chmod chomp chop chown chr chroot close "
    "closedir connect cos crypt defined delete die each eof eval exec exists exit exp fcntl fileno "
    "flock fork getc getpeername getsockname getsockopt gmtime grep hex index int ioctl join keys "
    "kill lc lcfirst length link listen localtime log lstat map mkdir oct open opendir ord pack "
    "pipe pop pos print printf push rand read readdir readline readlink recv ref rename reset "
    "reverse rewinddir rindex rmdir seek seekdir select send setsockopt shift shutdown sin sleep "
    "socket socketpair sort splice split sprintf sqrt srand stat substr symlink syscall sysopen "
    "sysread sysseek system syswrite tell telldir tie tied time times truncate uc ucfirst umask "
    "undef unlink unpack unshift untie utime values vec wait waitpid warn write";

static const Rules table[] = {
    {.language = "c", .linked = true, .macros = true, .resolve = resolve_c_reference},
    {.language = "cpp",
     .constructs = true,
     .renames = true,
     .overloads = true,
     .linked = true,
     .implicit_this = true,
     .macros = true,
     .resolve = resolve_plus_reference},
    {.language = "cuda",
     .constructs = true,
     .renames = true,
     .linked = true,
     .implicit_this = true,
     .macros = true,
     .resolve = resolve_plus_reference},
    {.language = "objc",
     .constructs = true,
     .linked = true,
     .implicit_this = true,
     .macros = true,
     .unchecked = true},
    {.language = "go"},
    {.language = "rust", .paths = true},
    {.language = "java",
     .packages = true,
     .constructs = true,
     .implicit_this = true,
     .overloads = true,
     .merges = true,
     .apart = true},
    {.language = "kotlin", .packages = true, .constructs = true, .implicit_this = true},
    {.language = "c_sharp",
     .packages = true,
     .constructs = true,
     .overloads = true,
     .implicit_this = true},
    {.language = "scala",
     .packages = true,
     .constructs = true,
     .implicit_this = true,
     .unchecked = true},
    {.language = "swift",
     .packages = true,
     .constructs = true,
     .implicit_this = true,
     .unchecked = true,
     .classes = true},
    {.language = "php", .everywhere = true, .constructs = true},
    {.language = "perl",
     .implicit_this = true,
     .unchecked = true,
     .constructs = true,
     .built_in = perl_functions},
    {.language = "php",
     .packages = true,
     .implicit_this = true,
     .unchecked = true,
     .constructs = true},
    {.language = "groovy",
     .packages = true,
     .implicit_this = true,
     .unchecked = true,
     .constructs = true},
    {.language = "python",
     .dynamic = true,
     .constructs = true,
     .resolve = resolve_dynamic_reference},
    {.language = "javascript",
     .dynamic = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
    {.language = "typescript",
     .dynamic = true,
     .joins = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
    {.language = "tsx",
     .dynamic = true,
     .joins = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
};

static const Rules others = {
    .language = "", .implicit_this = true, .unchecked = true, .constructs = true};

const Rules *rules_of(const Language *language)
{
    for (size_t i = 0; language && i < COUNT(table); i++)
        if (str_equal(lang_id(language), str_from(table[i].language)))
            return &table[i];
    return &others;
}

bool resolve_is_linked(const Language *language)
{
    return rules_of(language)->linked;
}

bool resolve_is_dynamic(const Language *language)
{
    return rules_of(language)->dynamic;
}
