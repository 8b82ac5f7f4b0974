/* go.mod: the module's name and well-known dependencies. */
#include "languages_project.h"

#include "overview/overview_manifest.h"

void manifest_read_go_mod(Manifests *manifests, Str text, Str path)
{
    static ManifestNamed known[] = {{"spf13/cobra ", "Cobra"},
                                    {"gin-gonic/gin ", "Gin"},
                                    {"labstack/echo", "Echo"},
                                    {"gorilla/mux ", "gorilla/mux"},
                                    {"google.golang.org/grpc ", "gRPC"},
                                    {"prometheus/client_golang ", "Prometheus client"},
                                    {"go.etcd.io/etcd", "etcd"},
                                    {"onsi/ginkgo", "Ginkgo"},
                                    {"stretchr/testify ", "Testify"},
                                    {"gorm.io/gorm ", "GORM"},
                                    {"go.opentelemetry.io/otel ", "OpenTelemetry"}};
    Str rest = text, line = {0};
    while (str_take_line(&rest, &line) && !str_starts(line, STR("module ")))
        line = (Str){0};
    Json module = {.type = JSON_STRING, .text = str_trim(str_from_offset(line, MIN(line.len, 7)))};
    manifest_add_own_name(manifests, &module);
    manifest_add_named(manifests, text, known, COUNT(known), path);
}
