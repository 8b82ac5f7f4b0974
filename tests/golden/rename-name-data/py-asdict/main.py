from model import P
from dataclasses import asdict
p = P(1)
print(asdict(p))
