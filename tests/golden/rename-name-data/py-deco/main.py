from reg import register, REG
@register
def alpha():
    return 1
print(sorted(REG))
