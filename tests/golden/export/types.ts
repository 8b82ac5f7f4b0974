export interface Shape { area(): number }
export class Square implements Shape {
  constructor(private side: number) {}
  area(): number { return this.side * this.side }
}
export class Cube extends Square {
  volume(): number { return this.area() * 2 }
}
