/* Every own scanner; named by `.scan` in lang.def. Each is in the file of its name. */
#pragma once

#include "lang/scan.h"

void scan_markdown(Scan *scan);
void scan_sql(Scan *scan);
