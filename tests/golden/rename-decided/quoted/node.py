from typing import Optional


class Node:
    def __init__(self, left: Optional["Node"], right: "Node"):
        self.left, self.right = left, right

    def first(self) -> "Node":
        return self.left
