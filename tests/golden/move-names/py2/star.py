from old import *

print(alone())
