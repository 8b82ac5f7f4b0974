// Writes SCIP indexes: scip.mjs FILE < documents, as JSON. A document is {path, text?, encoding?, at: [[line, column, length,
// symbol, roles?], …]}, and may have `typed` for the newer form of ranges. Metadata: {root?, tool?} in the first element.
import { readFileSync, writeFileSync } from 'node:fs'

const varint = number => {
    const bytes = []
    for (; number > 127; number = Math.floor(number / 128)) bytes.push(number % 128 | 128)
    return Buffer.from([...bytes, number])
}
const number = (field, value) => value ? Buffer.concat([varint(field << 3), varint(value)]) : Buffer.alloc(0)
const bytes = (field, value) => value?.length ? Buffer.concat([varint(field << 3 | 2), varint(Buffer.byteLength(value)), Buffer.from(value)]) : Buffer.alloc(0)
const [metadata, ...documents] = JSON.parse(readFileSync(0, 'utf8'))
const occurrence = typed => ([line, column, length, symbol, roles]) => Buffer.concat([
    typed ? bytes(8, Buffer.concat([number(1, line), number(2, column), number(3, column + length)]))
        : bytes(1, Buffer.concat([line, column, column + length].map(varint))),
    bytes(2, symbol), number(3, roles)])
writeFileSync(process.argv[2], Buffer.concat([
    bytes(1, Buffer.concat([bytes(2, Buffer.concat([bytes(1, metadata.tool ?? 'scip-test'), bytes(2, '1.0')])), bytes(3, metadata.root ?? '')])),
    ...documents.map(document => bytes(2, Buffer.concat([
        bytes(1, document.path), ...document.at.map(one => bytes(2, occurrence(document.typed)(one))),
        bytes(5, document.text ?? ''), number(6, document.encoding ?? 0)]))),
]))
