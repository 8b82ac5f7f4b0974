export function thrice(n) { return 3 * n; }
export const run = () => thr\u{69}ce(2);
