/* The build id is in an ELF note (ld's --build-id), which is loaded with the code. */
#include "base/build_id.h"

#include <elf.h>
#include <link.h>

typedef struct Looking {
    uintptr_t inside; /* an address of this code */
    Str found;
} Looking;

static bool holds(const struct dl_phdr_info *info, uintptr_t address)
{
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && address >= start &&
            address - start < info->dlpi_phdr[i].p_memsz)
            return true;
    }
    return false;
}

static size_t padded(size_t len)
{
    return (len + 3) / 4 * 4;
}

static Str find_in_notes(Str notes)
{
    ElfW(Nhdr) note;
    while (notes.len >= sizeof note) {
        memcpy(&note, notes.ptr, sizeof note);
        Str rest = str_from_offset(notes, sizeof note);
        Str name = str_slice(rest, 0, note.n_namesz);
        Str value = str_from_offset(rest, padded(note.n_namesz));
        if (note.n_type == NT_GNU_BUILD_ID && str_equal(name, (Str){ELF_NOTE_GNU, 4}))
            return str_slice(value, 0, note.n_descsz);
        notes = str_from_offset(value, padded(note.n_descsz));
    }
    return (Str){0};
}

static int look_at_object(struct dl_phdr_info *info, size_t size, void *context)
{
    Looking *looking = context;
    (void)size;
    if (!holds(info, looking->inside))
        return 0;
    for (size_t i = 0; i < info->dlpi_phnum && !looking->found.len; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            looking->found = find_in_notes(
                (Str){(const char *)(info->dlpi_addr + part->p_vaddr), part->p_memsz});
    }
    return 1;
}

Str build_id(void)
{
    Looking looking = {.inside = (uintptr_t)look_at_object};
    dl_iterate_phdr(look_at_object, &looking);
    return looking.found;
}
