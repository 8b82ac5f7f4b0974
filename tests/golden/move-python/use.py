import pkg.shapes
from pkg.shapes import (
    Shape,
    alone as only,
    total,
)

print(only(), total([Shape()]), pkg.shapes.alone())
