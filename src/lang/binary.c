/* Detection of binary files by magic number. Any other file whose head has a NUL byte is binary,
   too. UTF-16 and UTF-32 text with a byte order mark counts as binary, with its own name. */
#include "lang/lang.h"

typedef void (*SizeFunction)(Str head, BinaryType *type);

/* Big-endian and little-endian numbers of at most 4 bytes; 0 if the head is too short. */
static uint32_t big(Str head, size_t at, size_t bytes)
{
    uint32_t number = 0;
    for (size_t i = 0; i < bytes && at + bytes <= head.len; i++)
        number = number << 8 | (unsigned char)head.ptr[at + i];
    return number;
}

static uint32_t little(Str head, size_t at, size_t bytes)
{
    uint32_t number = 0;
    for (size_t i = bytes; i-- > 0 && at + bytes <= head.len;)
        number = number << 8 | (unsigned char)head.ptr[at + i];
    return number;
}

static void png_size(Str head, BinaryType *type)
{
    type->width = big(head, 16, 4);
    type->height = big(head, 20, 4);
}

static void gif_size(Str head, BinaryType *type)
{
    type->width = little(head, 6, 2);
    type->height = little(head, 8, 2);
}

static void bmp_size(Str head, BinaryType *type)
{
    uint32_t height = little(head, 22, 4);
    type->width = little(head, 18, 4);
    type->height = height >> 31 ? 0 - height : height; /* negative: the top line comes first */
}

/* Walks the segments to the frame header (SOF). */
static void jpeg_size(Str head, BinaryType *type)
{
    size_t at = 2;
    while (at + 9 <= head.len && (unsigned char)head.ptr[at] == 0xFF) {
        unsigned marker = (unsigned char)head.ptr[at + 1];
        bool frame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (frame) {
            type->height = big(head, at + 5, 2);
            type->width = big(head, at + 7, 2);
            return;
        }
        at += 2 + MAX(big(head, at + 2, 2), 2);
    }
}

static void webp_size(Str head, BinaryType *type)
{
    Str kind = str_slice(head, 12, 16);
    if (str_equal(kind, STR("VP8X"))) {
        type->width = little(head, 24, 3) + 1;
        type->height = little(head, 27, 3) + 1;
    } else if (str_equal(kind, STR("VP8 "))) {
        type->width = little(head, 26, 2) & 0x3FFF;
        type->height = little(head, 28, 2) & 0x3FFF;
    } else if (str_equal(kind, STR("VP8L"))) {
        uint32_t bits = little(head, 21, 3);
        type->width = (bits & 0x3FFF) + 1;
        type->height = ((little(head, 22, 3) >> 6) & 0x3FFF) + 1;
    }
}

static void ico_size(Str head, BinaryType *type)
{
    uint32_t width = little(head, 6, 1), height = little(head, 7, 1);
    type->width = width ? width : 256;
    type->height = height ? height : 256;
}

typedef struct Magic {
    size_t offset;
    Str bytes;
    const char *type;
    const char *mime;
    SizeFunction size;
} Magic;

#define MAGIC(offset, literal, type, mime) \
    { \
        offset, {literal, sizeof(literal) - 1}, type, mime, NULL \
    }
#define IMAGE(offset, literal, type, mime, size) \
    { \
        offset, {literal, sizeof(literal) - 1}, type, mime, size \
    }

/* More specific ones first. */
static const Magic magics[] = {
    IMAGE(0, "\x89PNG\r\n\x1A\n", "PNG image", "image/png", png_size),
    IMAGE(0, "\xFF\xD8\xFF", "JPEG image", "image/jpeg", jpeg_size),
    IMAGE(0, "GIF87a", "GIF image", "image/gif", gif_size),
    IMAGE(0, "GIF89a", "GIF image", "image/gif", gif_size),
    IMAGE(8, "WEBPVP8", "WebP image", "image/webp", webp_size),
    IMAGE(0, "\0\0\1\0", "icon", "image/x-icon", ico_size),
    MAGIC(0, "II*\0", "TIFF image", "image/tiff"),
    MAGIC(0, "MM\0*", "TIFF image", "image/tiff"),
    MAGIC(4, "ftypavif", "AVIF image", "image/avif"),
    MAGIC(4, "ftypheic", "HEIC image", "image/heic"),
    MAGIC(0, "8BPS\0", "Photoshop image", "image/vnd.adobe.photoshop"),
    MAGIC(0, "%PDF-", "PDF document", "application/pdf"),
    MAGIC(0, "PK\3\4", "ZIP archive", "application/zip"),
    MAGIC(0, "PK\5\6", "ZIP archive", "application/zip"),
    MAGIC(0, "\x1F\x8B\x08", "gzip archive", "application/gzip"),
    MAGIC(0, "BZh91AY&SY", "bzip2 archive", "application/x-bzip2"),
    MAGIC(0,
          "\xFD"
          "7zXZ\0",
          "xz archive", "application/x-xz"),
    MAGIC(0, "\x28\xB5\x2F\xFD", "Zstandard archive", "application/zstd"),
    MAGIC(0, "7z\xBC\xAF\x27\x1C", "7-Zip archive", "application/x-7z-compressed"),
    MAGIC(0, "Rar!\x1A\x07", "RAR archive", "application/vnd.rar"),
    MAGIC(257, "ustar", "tar archive", "application/x-tar"),
    MAGIC(0, "!<arch>\n", "ar archive", "application/x-archive"),
    MAGIC(0,
          "\x7F"
          "ELF",
          "ELF program or library", "application/x-elf"),
    MAGIC(0, "\xCF\xFA\xED\xFE", "Mach-O program or library", "application/x-mach-binary"),
    MAGIC(0, "\xFE\xED\xFA\xCF", "Mach-O program or library", "application/x-mach-binary"),
    MAGIC(0, "\xCA\xFE\xBA\xBE\0", "Java class or universal binary", "application/java-vm"),
    MAGIC(0, "\0asm", "WebAssembly module", "application/wasm"),
    MAGIC(0, "SQLite format 3\0", "SQLite database", "application/vnd.sqlite3"),
    MAGIC(0, "\xFF\xFE\0\0", "UTF-32 text", "text/plain; charset=utf-32le"),
    MAGIC(0, "\0\0\xFE\xFF", "UTF-32 text", "text/plain; charset=utf-32be"),
    MAGIC(0, "\xFF\xFE", "UTF-16 text", "text/plain; charset=utf-16le"),
    MAGIC(0, "\xFE\xFF", "UTF-16 text", "text/plain; charset=utf-16be"),
    MAGIC(0, "ID3", "MP3 audio", "audio/mpeg"),
    MAGIC(0, "fLaC", "FLAC audio", "audio/flac"),
    MAGIC(0, "OggS\0", "Ogg audio or video", "application/ogg"),
    MAGIC(8, "WAVEfmt ", "WAV audio", "audio/wav"),
    MAGIC(8, "AVI LIST", "AVI video", "video/x-msvideo"),
    MAGIC(0, "\x1A\x45\xDF\xA3", "Matroska or WebM video", "video/webm"),
    MAGIC(4, "ftyp", "MP4 audio or video", "video/mp4"),
    MAGIC(0, "wOFF", "WOFF font", "font/woff"),
    MAGIC(0, "wOF2", "WOFF2 font", "font/woff2"),
    MAGIC(0, "\0\1\0\0\0", "TrueType font", "font/ttf"),
    MAGIC(0, "OTTO\0", "OpenType font", "font/otf"),
    MAGIC(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "Microsoft Office document", "application/msword"),
    MAGIC(0, "PAR1", "Parquet data", "application/vnd.apache.parquet"),
};

static bool magic_matches(const Magic *magic, Str head)
{
    return str_equal(str_slice(head, magic->offset, magic->offset + magic->bytes.len),
                     magic->bytes);
}

/* A magic number of two bytes proves little, so the reserved bytes and the header's size are
   checked as well. */
static bool is_bmp(Str head)
{
    return str_starts(head, STR("BM")) && head.len > 26 && big(head, 6, 4) == 0 &&
           head.ptr[14] == 40;
}

bool lang_is_binary(Str head, BinaryType *type)
{
    *type = (BinaryType){0};
    for (size_t i = 0; i < COUNT(magics); i++) {
        if (!magic_matches(&magics[i], head))
            continue;
        type->known = true;
        type->type = str_from(magics[i].type);
        type->mime = str_from(magics[i].mime);
        if (magics[i].size)
            magics[i].size(head, type);
        return true;
    }
    if (is_bmp(head)) {
        *type = (BinaryType){.type = STR("BMP image"), .mime = STR("image/bmp"), .known = true};
        bmp_size(head, type);
        return true;
    }
    if (str_find_byte(head, '\0') == STR_NONE)
        return false;
    *type = (BinaryType){.type = STR("binary data"), .mime = STR("application/octet-stream")};
    return true;
}
