export function press() {}
