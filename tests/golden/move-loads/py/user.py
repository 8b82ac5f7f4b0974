from lib import twice

print(twice(2))
