export function keys(o: { size: number }) {
    const w = 1, { size } = o;
    return { w, size };
}
