package shop;
import io.grpc.ManagedChannel;
public class UserClient {
    private final OrderServiceGrpc.OrderServiceBlockingStub blockingStub;
    UserClient(ManagedChannel channel) { blockingStub = OrderServiceGrpc.newBlockingStub(channel); }
    Order order() { return blockingStub.placeOrder(null); }
    Order late() { return blockingStub.withDeadlineAfter(1, null).placeOrder(null); }
}
