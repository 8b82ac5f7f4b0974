export const quiet = new Map<string, number>();
