from box import Box

print(Box(width=3).width)
