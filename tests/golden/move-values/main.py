import conf
from conf import KIB, double, price

print(KIB, conf.KIB, conf.MAX_BODY, price("3 kib"), double("1 kib"), conf.WORD.pattern)
