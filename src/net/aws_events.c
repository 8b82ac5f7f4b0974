/* A frame, with numbers of four bytes in network order:

     length of the frame | length of the headers | checksum of these 8 bytes
     headers: length of a name, the name, a type, the value
     payload | checksum of all before it

   Checksums are CRC-32 (ISO 3309). */
#include "net/aws_events.h"

/* As the format has them. */
#define PRELUDE_BYTES 12
#define CHECKSUM_BYTES 4
#define TYPE_STRING 7

void aws_events_open(AwsEvents *events, Arena *arena,
                     bool (*event)(void *state, bool is_fault, Str type, Str payload), void *state)
{
    *events = (AwsEvents){
        .event = event, .state = state, .bytes = buf_open(arena, 2 * (size_t)AWS_EVENT_BYTES_MAX)};
}

static uint32_t number_at(Str bytes, size_t at)
{
    const unsigned char *p = (const unsigned char *)bytes.ptr + at;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t checksum(Str bytes)
{
    /* The remainders of the 16 half bytes. */
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < bytes.len; i++) {
        sum ^= (unsigned char)bytes.ptr[i];
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

/* ---- headers ---- */

/* The bytes of a value by its type; SIZE_MAX: an unknown type. */
static size_t value_bytes(unsigned type)
{
    static const size_t sizes[] = {0, 0, 1, 2, 4, 8, 0, 0, 8, 16};
    return type < COUNT(sizes) ? sizes[type] : SIZE_MAX;
}

static bool take_byte(Str *rest, unsigned *byte)
{
    if (!rest->len)
        return false;
    *byte = (unsigned char)rest->ptr[0];
    *rest = str_from_offset(*rest, 1);
    return true;
}

/* Takes a header off the front. *value is empty if it is no string. */
static bool take_header(Str *rest, Str *name, Str *value)
{
    unsigned length, type, high, low;
    if (!take_byte(rest, &length) || rest->len < length)
        return false;
    *name = str_slice(*rest, 0, length);
    *rest = str_from_offset(*rest, length);
    if (!take_byte(rest, &type) || value_bytes(type) == SIZE_MAX)
        return false;
    size_t bytes = value_bytes(type);
    if (type == TYPE_STRING || type == TYPE_STRING - 1) {
        if (!take_byte(rest, &high) || !take_byte(rest, &low))
            return false;
        bytes = (size_t)high << 8 | low;
    }
    if (rest->len < bytes)
        return false;
    *value = type == TYPE_STRING ? str_slice(*rest, 0, bytes) : (Str){0};
    *rest = str_from_offset(*rest, bytes);
    return true;
}

/* ---- frames ---- */

static bool fail(AwsEvents *events)
{
    events->is_broken = true;
    return false;
}

static bool pass_frame(AwsEvents *events, Str headers, Str payload)
{
    Str kind = {0}, event = {0}, exception = {0}, code = {0}, message = {0}, name, value;
    const struct {
        Str name;
        Str *value;
    } known[] = {{STR(":message-type"), &kind},
                 {STR(":event-type"), &event},
                 {STR(":exception-type"), &exception},
                 {STR(":error-code"), &code},
                 {STR(":error-message"), &message}};
    while (headers.len) {
        if (!take_header(&headers, &name, &value))
            return fail(events);
        for (size_t i = 0; i < COUNT(known); i++)
            if (str_equal(name, known[i].name))
                *known[i].value = value;
    }
    if (str_equal(kind, STR("event")))
        return events->event(events->state, false, event, payload);
    if (str_equal(kind, STR("exception")))
        return events->event(events->state, true, exception, payload);
    return !str_equal(kind, STR("error")) || events->event(events->state, true, code, message);
}

/* Takes the frame at the front. *size is its length; 0: it is incomplete. */
static bool take_frame(AwsEvents *events, Str bytes, size_t *size)
{
    *size = 0;
    if (bytes.len < PRELUDE_BYTES)
        return true;
    size_t length = number_at(bytes, 0), headers = number_at(bytes, 4);
    size_t least = PRELUDE_BYTES + CHECKSUM_BYTES;
    if (length > AWS_EVENT_BYTES_MAX || length < least || headers > length - least ||
        checksum(str_slice(bytes, 0, 8)) != number_at(bytes, 8))
        return fail(events);
    if (bytes.len < length)
        return true;
    size_t end = length - CHECKSUM_BYTES;
    if (checksum(str_slice(bytes, 0, end)) != number_at(bytes, end))
        return fail(events);
    *size = length;
    return pass_frame(events, str_slice(bytes, PRELUDE_BYTES, PRELUDE_BYTES + headers),
                      str_slice(bytes, PRELUDE_BYTES + headers, end));
}

bool aws_events_take(AwsEvents *events, Str bytes)
{
    buf_put(&events->bytes, bytes);
    Str rest = buf_str(&events->bytes);
    if (events->bytes.overflow)
        return fail(events);
    for (;;) {
        size_t size;
        if (!take_frame(events, rest, &size))
            return false;
        if (!size)
            break;
        rest = str_from_offset(rest, size);
    }
    if (rest.len)
        memmove((char *)(uintptr_t)events->bytes.ptr, rest.ptr, rest.len);
    events->bytes.len = rest.len;
    return true;
}
