export const core = (a) => a + 1;
