/* The manifest is an OCI image manifest whose layers are the blobs. Written deterministically:
   fixed order of members, annotations by key, no white space. The parser accepts manifests of other
   tools (members in any order, further members), since a registry may return a manifest that
   another program has put there. */
#include "share/remote_state.h"

#include "base/json.h"

/* Upper bound on layers: the shortest JSON of a layer has more than this many bytes. */
#define LAYER_BYTES_MIN 100

/* ---- writing ---- */

static Json *descriptor(Arena *arena, Str type, Str digest, uint64_t size)
{
    Json *value = json_object(arena);
    json_set(value, STR("mediaType"), json_str(arena, type));
    json_set(value, STR("digest"), json_str(arena, digest));
    json_set(value, STR("size"), json_u64(arena, size));
    return value;
}

static int compare_notes(const void *a, const void *b)
{
    const RemoteNote *left = a, *right = b;
    int order = str_compare(left->key, right->key);
    return order ? order : str_compare(left->value, right->value);
}

static Json *annotations(Arena *arena, const RemoteManifest *manifest)
{
    size_t count = manifest->notes.len;
    RemoteNote *notes = NEW(arena, RemoteNote, count + 1);
    Json *value = json_object(arena);
    if (count)
        memcpy(notes, manifest->notes.ptr, count * sizeof *notes);
    qsort(notes, count, sizeof *notes, compare_notes);
    for (size_t i = 0; i < count; i++)
        json_set(value, notes[i].key, json_str(arena, notes[i].value));
    return value;
}

Str remote_manifest_write(Arena *arena, const RemoteManifest *manifest)
{
    Json *value = json_object(arena), *layers = json_array(arena);
    Json *config = descriptor(arena, STR("application/vnd.oci.empty.v1+json"),
                              STR(REMOTE_EMPTY_DIGEST), STR(REMOTE_EMPTY_BYTES).len);
    for (size_t i = 0; i < manifest->blobs.len; i++) {
        const RemoteBlob *blob = &manifest->blobs.ptr[i];
        json_add(layers, descriptor(arena, blob->type, blob->digest, blob->size));
    }
    json_set(config, STR("data"), json_str(arena, STR("e30=")));
    json_set(value, STR("schemaVersion"), json_u64(arena, 2));
    json_set(value, STR("mediaType"), json_str(arena, STR(REMOTE_MANIFEST_TYPE)));
    json_set(value, STR("artifactType"), json_str(arena, STR(REMOTE_ARTIFACT_TYPE)));
    json_set(value, STR("config"), config);
    json_set(value, STR("layers"), layers);
    if (manifest->notes.len)
        json_set(value, STR("annotations"), annotations(arena, manifest));
    Buf out = buf_open(arena, 0);
    json_write(&out, value, 0);
    return buf_str(&out);
}

/* ---- parsing ---- */

static bool fail(Err *err, const char *why)
{
    err_set(err, ERR_FAILED, "the remote's manifest %s", why);
    return err_hint(err, "it was damaged or forged, or another program wrote it; it is not used");
}

static bool is_text(const Json *object, Str key, Str expected)
{
    const Json *value = json_get(object, key);
    return value && value->type == JSON_STRING && str_equal(value->text, expected);
}

static bool is_number(const Json *object, Str key, uint64_t *number)
{
    const Json *value = json_get(object, key);
    return value && value->type == JSON_NUMBER && str_parse_u64(value->text, number);
}

/* `type/subtype`, as RFC 6838 restricts it. */
static bool is_media_type(Str text)
{
    size_t slashes = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '/')
            slashes++;
        else if (!byte_is_alpha(text.ptr[i]) && !byte_is_digit(text.ptr[i]) &&
                 !byte_in(text.ptr[i], "!#$&-^_.+"))
            return false;
    }
    return slashes == 1 && text.len <= REMOTE_KEY_BYTES_MAX && text.ptr[0] != '/' &&
           !str_ends(text, STR("/")) && str_find(text, STR("..")) == STR_NONE;
}

static bool parse_blob(const Json *layer, RemoteBlob *blob)
{
    const Json *digest = json_get(layer, STR("digest")), *type = json_get(layer, STR("mediaType"));
    if (!digest || digest->type != JSON_STRING || !remote_digest_is_valid(digest->text) || !type ||
        type->type != JSON_STRING || !is_media_type(type->text) ||
        !is_number(layer, STR("size"), &blob->size) || blob->size > REMOTE_BLOB_BYTES_MAX)
        return false;
    blob->digest = digest->text;
    blob->type = type->text;
    return true;
}

static bool parse_layers(Arena *arena, const Json *value, RemoteManifest *manifest, Err *err)
{
    const Json *layers = json_get(value, STR("layers"));
    uint64_t sum = 0;
    if (!layers || layers->type != JSON_ARRAY)
        return fail(err, "has no list of layers");
    if (layers->count > REMOTE_MANIFEST_BYTES_MAX / LAYER_BYTES_MIN)
        return fail(err, "has too many layers");
    for (const Json *layer = layers->first; layer; layer = layer->next) {
        RemoteBlob blob;
        if (!parse_blob(layer, &blob))
            return fail(err, "has a layer whose digest, size or type is not acceptable");
        sum += blob.size;
        if (sum > REMOTE_BYTES_SUM_MAX)
            return fail(err, "has layers that are too large together");
        *VEC_PUSH(arena, &manifest->blobs) = blob;
    }
    return true;
}

/* Keys may become file names elsewhere, and values are shown to users. */
static bool is_note(const Json *note)
{
    if (note->type != JSON_STRING || !note->key.len || note->key.len > REMOTE_KEY_BYTES_MAX ||
        note->text.len > REMOTE_VALUE_BYTES_MAX || str_find(note->key, STR("..")) != STR_NONE)
        return false;
    for (size_t i = 0; i < note->key.len; i++)
        if (note->key.ptr[i] <= ' ' || note->key.ptr[i] > '~')
            return false;
    for (size_t at = 0; at < note->text.len;) {
        uint32_t c = str_decode(note->text, &at);
        if (c != '\n' && char_is_control(c))
            return false;
    }
    return true;
}

static bool parse_notes(Arena *arena, const Json *value, RemoteManifest *manifest, Err *err)
{
    const Json *notes = json_get(value, STR("annotations"));
    if (!notes)
        return true;
    if (notes->type != JSON_OBJECT)
        return fail(err, "has annotations that are not an object");
    for (const Json *note = notes->first; note; note = note->next) {
        if (!is_note(note))
            return fail(err, "has an annotation that is not acceptable");
        *VEC_PUSH(arena, &manifest->notes) = (RemoteNote){.key = note->key, .value = note->text};
    }
    if (manifest->notes.len)
        qsort(manifest->notes.ptr, manifest->notes.len, sizeof *manifest->notes.ptr, compare_notes);
    return true;
}

bool remote_manifest_parse(Arena *arena, Str bytes, RemoteManifest *manifest, Err *err)
{
    Json *value;
    Err ignored = {0};
    uint64_t version;
    *manifest = (RemoteManifest){0};
    if (bytes.len > REMOTE_MANIFEST_BYTES_MAX)
        return fail(err, "is larger than 4 MB");
    if (!json_parse(arena, bytes, &value, &ignored) || value->type != JSON_OBJECT)
        return fail(err, "is not JSON");
    if (!is_number(value, STR("schemaVersion"), &version) || version != 2 ||
        (json_get(value, STR("mediaType")) &&
         !is_text(value, STR("mediaType"), STR(REMOTE_MANIFEST_TYPE))))
        return fail(err, "is not an OCI image manifest");
    if (!is_text(value, STR("artifactType"), STR(REMOTE_ARTIFACT_TYPE)) ||
        !is_text(json_get(value, STR("config")), STR("digest"), STR(REMOTE_EMPTY_DIGEST)))
        return fail(err, "is not that of an index");
    return parse_layers(arena, value, manifest, err) && parse_notes(arena, value, manifest, err);
}
