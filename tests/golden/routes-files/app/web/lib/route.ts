// Not below a folder of routes.
export function GET() {}
