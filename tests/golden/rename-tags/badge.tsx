export function Badge() {
  return null;
}

export function item() {
  return 'x';
}

export const first = item();
