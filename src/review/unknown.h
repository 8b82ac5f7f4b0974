/* Changed files in languages that are not known, so that only their lines are looked at. */
#pragma once

#include "change/change.h"

/* Whether a changed file is text that may be code of an unknown language: by an extension, by #!,
   or because it may be executed. Prose, data and manifests are not meant. */
bool review_is_unknown(const ChangedFile *file);
