export function shown(n) {
  return n.toFixed(2);
}
