// draws the area of a shape
export function draw(shape) {
  const area = shape.area();
  return `größer als ${area}`;
}
