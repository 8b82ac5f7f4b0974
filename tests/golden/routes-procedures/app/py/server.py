import grpc
from concurrent import futures
import users_pb2
import users_pb2_grpc

class Users(users_pb2_grpc.UserServiceServicer):
    def __init__(self, db):
        self.db = db
    def GetUser(self, request, context):
        return self._load(request.id)
    def ListUsers(self, request, context):
        yield self._load("1")
    def _load(self, id):
        return users_pb2.User(id=id)

def serve():
    server = grpc.server(futures.ThreadPoolExecutor())
    users_pb2_grpc.add_UserServiceServicer_to_server(Users(None), server)
