let n = 0;
export const take = () => ++n;
