export const low = (s: string) => s.toLowerCase();
