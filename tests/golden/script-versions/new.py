class Box[T = int, *Ts = *tuple[int, ...]]:
    def get(self) -> T: ...

def first[T: Box = Box](items: list[T]) -> T:
    return items[0]

type Pair[K = str, V = dict[str, int]] = tuple[K, V]

def after():
    try:
        pass
    except* ValueError:
        pass
    return f"{first([f'{1}'])}"
