export const core = (a: number) => a + 1;
