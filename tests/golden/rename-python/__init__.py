from .shapes import Shape, Square
from .shapes import area as area
