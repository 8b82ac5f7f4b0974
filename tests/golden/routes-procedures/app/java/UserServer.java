package shop;
import io.grpc.stub.StreamObserver;
public class UserServer extends OrderServiceGrpc.OrderServiceImplBase {
    @Override
    public void placeOrder(OrderRequest request, StreamObserver<Order> observer) {}
    private void check() {}
}
