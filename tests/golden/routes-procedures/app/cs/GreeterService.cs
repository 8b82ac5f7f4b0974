using Grpc.Core;
namespace Shop;
public class GreeterService : Greeter.GreeterBase
{
    public override Task<HelloReply> SayHello(HelloRequest request, ServerCallContext context) { return null; }
}
