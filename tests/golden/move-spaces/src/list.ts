import * as c from './c';

export const names = Object.keys(c).join();
