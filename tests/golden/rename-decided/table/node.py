class Node:
    pass


TABLE = {1: "Node", 2: "Leaf"}
REGISTRY = {"Node": Node}
print(REGISTRY[TABLE[1]])
print(REGISTRY["Node"])
