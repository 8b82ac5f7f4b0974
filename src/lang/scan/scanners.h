/* Every own scanner; named by `.scan` in lang.def. Each is in the file of its name. */
#pragma once

#include "lang/scan/scan.h"

void scan_asciidoc(Scan *scan);
void scan_asm(Scan *scan);
void scan_c(Scan *scan);
void scan_capnp(Scan *scan);
void scan_clojure(Scan *scan);
void scan_cmake(Scan *scan);
void scan_cpp(Scan *scan);
void scan_css(Scan *scan);
void scan_csv(Scan *scan);
void scan_cuda(Scan *scan);
void scan_diff(Scan *scan);
void scan_dockerfile(Scan *scan);
void scan_erlang(Scan *scan);
void scan_fish(Scan *scan);
void scan_fortran(Scan *scan);
void scan_glsl(Scan *scan);
void scan_graphql(Scan *scan);
void scan_html(Scan *scan);
void scan_ini(Scan *scan);
void scan_json(Scan *scan);
void scan_jsonl(Scan *scan);
void scan_latex(Scan *scan);
void scan_log(Scan *scan);
void scan_make(Scan *scan);
void scan_markdown(Scan *scan);
void scan_notebook(Scan *scan);
void scan_objc(Scan *scan);
void scan_org(Scan *scan);
void scan_plain(Scan *scan);
void scan_proto(Scan *scan);
void scan_scheme(Scan *scan);
void scan_rst(Scan *scan);
void scan_sql(Scan *scan);
void scan_thrift(Scan *scan);
void scan_toml(Scan *scan);
void scan_vim(Scan *scan);
void scan_vue(Scan *scan);
void scan_wgsl(Scan *scan);
void scan_xml(Scan *scan);
void scan_yaml(Scan *scan);
