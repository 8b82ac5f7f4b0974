total = 3
print(f"{total=}")
