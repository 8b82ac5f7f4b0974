/* go.mod: well-known dependencies. */
#include "languages_project.h"

#include "overview/overview_manifest.h"

void overview_read_go_mod(Manifests *manifests, Manifest *manifest)
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
    overview_add_named(manifests, manifest, known, COUNT(known));
}
