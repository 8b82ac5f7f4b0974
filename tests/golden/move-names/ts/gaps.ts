import "./side.js";
const { p, q } = { p: 1, q: 2 };
export function useP() { return p; }
