// secrets.mjs GITLEAKS.toml: lists the beginnings of tokens that gitleaks knows (config/gitleaks.toml of its repository) and
// src/text/secret_forms.def lacks. Each is added there, or to OTHERS with a reason; then the date in that file's head
// is set.
import { readFileSync } from "node:fs";

// Beginnings that are not taken.
const OTHERS = {
  SK: "too short", "4b1d": "too short", "A3-": "too short", EAA: "base64 of many files begins so", EAAA: "the same",
  ey: "web tokens are known by their parts", ZXlK: "the same in base64", A3T: "taken with its four letters",
  "API-": "documents and identifiers begin so", "v1.0-": "versions begin so", "sha256~": "digests begin so",
  "pat.": "a word", "sat.": "a word", pat: "a word", "ico-": "a word", "tk-us-": "a word", curl: "a command",
  sc_: "a word", ext_: "a word", scauth_: "a word", authress_: "a word", _gitlab_session: "a name gives it away",
  sm_aat_: "identifiers begin so", sm_pat_: "identifiers begin so", sm_sat_: "identifiers begin so",
  http: "an address", https: "an address", "-----BEGIN": "in text/secrets.c",
  xox: "taken with its fourth letter", xoxe: "taken with the sign after it",
};

const config = readFileSync(process.argv[2], "utf8");
const known = [...readFileSync("src/text/secret_forms.def", "utf8").matchAll(/^FORM\("([^"]+)"/gm)].map((match) => match[1]);

/** The texts with which a match of the pattern begins, as far as they are literal. */
function beginnings(pattern) {
  let rest = pattern.replace(/^(?:\(\?i\)|\\b|\((?!\?))*/, "");
  let found = [""];
  for (;;) {
    const group = rest.match(/^\((?:\?:|\?i:|\?-i:)?((?:[\w.-]|\\[.-])+(?:\|(?:[\w.-]|\\[.-])+)*)\)(?![?*{])/);
    const letter = group ? null : rest.match(/^(?:\(\?i\)|([\w~-])|\\([.-]))(?![?*{])/);
    if (!group && !letter) return found.filter((text) => text);
    const next = group ? group[1].split("|").map((text) => text.replace(/\\/g, "")) : [letter[1] ?? letter[2] ?? ""];
    found = found.flatMap((text) => next.map((more) => text + more));
    rest = rest.slice((group ?? letter)[0].length);
  }
}

for (const [, id, pattern] of config.matchAll(/^id = "([^"]+)"[\s\S]*?^regex = '''(.*)'''$/gm)) {
  if (pattern.includes("(?:=|>|:{1,3}=|")) continue; // a value that a name gives away, as in text/secrets.c
  for (const start of beginnings(pattern))
    if (!(start in OTHERS) && !known.some((own) => start.startsWith(own))) console.log(`${start}  (${id})  ${pattern.slice(0, 100)}`);
}
