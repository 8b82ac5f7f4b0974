export function GET({ params }) {}
