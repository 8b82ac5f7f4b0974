export async function GET(request: Request) {
    return Response.json({});
}

export const DELETE = async () => new Response();
