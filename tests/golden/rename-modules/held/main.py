import inner
import types

space = types.SimpleNamespace(held=inner)
print(space.held.go())
