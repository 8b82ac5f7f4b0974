// normal.mjs: writes src/text/normal.def, the characters that the normal forms of Unicode (NFKC, NFC) make equal
// to others in a name, as node knows them.
import { writeFileSync } from "node:fs";

// Letters with marks are looked for below this; full width and the letters of mathematics follow a rule (normal.c).
const MARKED_END = 0x250;
const LAST = 0x10ffff;
const RULED = [[0xff10, 0xff5a], [0x1d400, 0x1d7ff]];
const NAME = /^[\p{ID_Start}\p{ID_Continue}_]$/u;
const ASCII = /^\w+$/;

const literal = (text) => `"${text.replace(/[^\x20-\x7e]/gu, (c) =>
  [...Buffer.from(c)].map((byte) => `\\${byte.toString(8)}`).join(""))}"`;
const kept = [];
for (let code = 0x80; code <= LAST; code++) {
  const ruled = RULED.some(([first, last]) => code >= first && code <= last);
  if (ruled || (code >= 0xd800 && code < 0xe000)) continue;
  const char = String.fromCodePoint(code);
  if (!NAME.test(char)) continue;
  const plain = char.normalize("NFKC");
  const parts = char.normalize("NFD");
  if (ASCII.test(plain)) kept.push([code, plain]);
  else if (code < MARKED_END && parts !== char && ASCII.test(parts[0])) kept.push([code, parts]);
}
const rows = kept.map(([code, text]) => `NORMAL(0x${code.toString(16).toUpperCase()}, ${literal(text)})`);
const head = `/* Generated from Unicode ${process.versions.unicode} by scripts/normal.mjs, in rising order. */`;
writeFileSync(new URL("../src/text/normal.def", import.meta.url), `${head}\n${rows.join("\n")}\n`);
