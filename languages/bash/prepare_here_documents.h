/* Here-documents that the grammar reads wrongly. */
#pragma once

#include "lang/prepare_text.h"

/* Blanks the documents whose line goes on in a way that the grammar does not know. */
void prepare_here_documents(Prepared *script);
