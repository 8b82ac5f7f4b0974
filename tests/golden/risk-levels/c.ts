export function shown(x: number): number {
    if (x) return hidden(x);
    return 1;
}

function hidden(x: number): number {
    if (x) return 2;
    return 3;
}
