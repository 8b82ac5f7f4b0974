/* Parser and writer of byte sizes in options and configuration files. */
#pragma once

#include "base/buf.h"

/* The value of `none`: no limit. */
#define BUDGET_NONE UINT64_MAX

/* `512`, `512B`, `20KB`, `1.5 MB`, `2GB` (1024-based, any case, B optional) or `none`. False for
   other texts, or if the value does not fit 63 bits. */
bool budget_parse(Str text, uint64_t *bytes) MUST_USE;

/* Writes a size in its shortest exact form: `none`, `20KB`, `51199`. */
void budget_put(Buf *buf, uint64_t bytes);
