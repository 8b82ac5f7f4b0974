export const a = 1;
if (a) delete globalThis.mode;
