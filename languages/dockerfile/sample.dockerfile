# syntax=docker/dockerfile:1
ARG GO_VERSION=1.21

# Builds the program.
FROM --platform=$BUILDPLATFORM golang:${GO_VERSION}-alpine AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
RUN --mount=type=cache,target=/root/.cache \
    # a comment between
    go build \
      -o /bin/app ./cmd/app

FROM build AS test
RUN <<EOF
go vet ./...
FROM nothing
go test ./...
EOF

FROM alpine:3.19
ENV APP_ENV=production LANG="C UTF-8" \
    PORT=8080
ENV LEGACY value with spaces
LABEL org.opencontainers.image.title=app
COPY --from=build /bin/app /bin/app
USER nobody
VOLUME ["/data"]
EXPOSE 8080/tcp 9090
HEALTHCHECK --interval=5m CMD curl -f http://localhost/ || exit 1
ENTRYPOINT ["/bin/app"]
CMD ["serve", "--port", "8080"]
