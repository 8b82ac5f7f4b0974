from .shapes import Shape, area
