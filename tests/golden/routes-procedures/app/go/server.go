package main

import (
	"context"

	"google.golang.org/grpc"
	pb "example.com/shop/users"
)

type server struct {
	pb.UnimplementedCartServiceServer
}

func (s *server) AddItem(ctx context.Context, in *pb.AddItemRequest) (*pb.Empty, error) {
	return s.put(in)
}

func (s *server) put(in *pb.AddItemRequest) (*pb.Empty, error) { return nil, nil }

func main() {
	s := grpc.NewServer()
	pb.RegisterCartServiceServer(s, &server{})
}
