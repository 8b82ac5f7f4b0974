export const patched = true;

globalThis.patched = patched;
