export interface Box { w: number }
export class Lid { static unit = 1 }
console.log(Lid.unit);
