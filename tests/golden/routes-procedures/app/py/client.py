import grpc
import users_pb2, users_pb2_grpc

class Gateway:
    def __init__(self, channel):
        self.stub = users_pb2_grpc.UserServiceStub(channel)
    def user(self, id):
        return self.stub.GetUser(users_pb2.GetUserRequest(id=id))

def every():
    with grpc.insecure_channel("x") as channel:
        stub = users_pb2_grpc.UserServiceStub(channel)
        return list(stub.ListUsers(users_pb2.ListUsersRequest()))
