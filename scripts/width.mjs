// width.mjs [FOLDER]: writes src/text/width.def, the characters that take no column or two, from Unicode's own
// files: those of Debian's package unicode-data, or those in FOLDER.
import { readFileSync, writeFileSync } from "node:fs";

const folder = process.argv[2] ?? "/usr/share/unicode";
// Characters below, all of one column but controls, are not looked up.
const FIRST = 0x300;
const LAST = 0x10ffff;

/** The rows of a file of Unicode: fields without comments. */
function rows(file) {
  const text = readFileSync(`${folder}/${file}`, "utf8").replace(/#.*/g, "");
  return text.split("\n").filter((line) => line.trim()).map((line) => line.split(";").map((field) => field.trim()));
}

/** General categories by character; a range is written as its first and its last character. */
function categories() {
  const of = new Array(LAST + 1);
  let first;
  for (const [code, name, category] of rows("UnicodeData.txt")) {
    const last = parseInt(code, 16);
    if (!name.endsWith(", Last>")) first = last;
    if (!name.endsWith(", First>")) of.fill(category, first, last + 1);
  }
  return of;
}

/** Characters that a file of ranges gives one of the values, as flags. */
function characters(file, ...values) {
  const flags = new Uint8Array(LAST + 1);
  for (const [codes, value] of rows(file)) {
    const [first, last = first] = codes.split("..").map((code) => parseInt(code, 16));
    if (values.includes(value)) flags.fill(1, first, last + 1);
  }
  return flags;
}

const category = categories();
const wide = characters("EastAsianWidth.txt", "W", "F");
// Format characters that are drawn, before or around the digits that follow them.
const drawn = characters("PropList.txt", "Prepended_Concatenation_Mark");

/** Marks, format characters, and the vowels and final consonants that complete a Hangul syllable. */
function hasNoColumn(c) {
  if (c >= 0x1160 && c <= 0x11ff) return true;
  return category[c] === "Mn" || category[c] === "Me" || (category[c] === "Cf" && !drawn[c]);
}

/** Ranges of the characters that `has` holds for; unassigned characters between two ranges join them. */
function ranges(has) {
  const found = [];
  let joined = false;
  for (let c = FIRST; c <= LAST; c++) {
    if (has(c)) {
      if (joined) found.at(-1)[1] = c;
      else found.push([c, c]);
      joined = true;
    } else if (category[c]) {
      joined = false;
    }
  }
  return found;
}

function table(name, found) {
  const hex = (c) => `0x${c.toString(16).toUpperCase()}`;
  return found.map(([first, last]) => `${name}(${hex(first)}, ${hex(last)})\n`).join("");
}

const version = /EastAsianWidth-([\d.]+)\.txt/.exec(readFileSync(`${folder}/EastAsianWidth.txt`, "utf8"))[1];
writeFileSync(
  new URL("../src/text/width.def", import.meta.url),
  `/* Generated from Unicode ${version} by scripts/width.mjs (make width). Each kind of range is in rising order;
   unassigned characters between two of a kind count to it. */
` +
    table("NO_COLUMN", ranges(hasNoColumn)) +
    table("TWO_COLUMNS", ranges((c) => wide[c] && !hasNoColumn(c))),
);
