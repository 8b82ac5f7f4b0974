export function POST() {}
