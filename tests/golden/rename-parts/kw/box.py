class Box:
    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)

    @property
    def width(self):
        return self._w

    @width.setter
    def width(self, v):
        self._w = v
