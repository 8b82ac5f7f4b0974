using Grpc.Net.Client;
using var channel = GrpcChannel.ForAddress("https://localhost");
public class Run
{
    private readonly Greeter.GreeterClient _client;
    public async Task Go()
    {
        var client = new Greeter.GreeterClient(null);
        var reply = await client.SayHelloAsync(new HelloRequest());
    }
    public void Old() { _client.SayHello(null); }
}
