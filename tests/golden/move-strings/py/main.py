from plain import shown
from table import HEAD
from text import row

print(HEAD, shown(1.5), row("q"))
