/* Every own scanner; named by `.scan` in lang.def. Each is in the file of its name. */
#pragma once

#include "lang/scan.h"

void scan_css(Scan *scan);
void scan_markdown(Scan *scan);
void scan_sql(Scan *scan);
void scan_c(Scan *scan);
void scan_cpp(Scan *scan);
void scan_cuda(Scan *scan);
void scan_objc(Scan *scan);
void scan_glsl(Scan *scan);
