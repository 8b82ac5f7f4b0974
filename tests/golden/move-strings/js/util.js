export function pad(s) { return s + '.'; }
export const one = 1;
