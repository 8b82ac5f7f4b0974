package main

import (
	"context"

	pb "example.com/shop/users"
)

type frontend struct {
	cart pb.CartServiceClient
}

func (f *frontend) add(ctx context.Context) error {
	_, err := f.cart.AddItem(ctx, &pb.AddItemRequest{})
	return err
}

func once(ctx context.Context, conn *grpc.ClientConn) {
	c := pb.NewUserServiceClient(conn)
	c.GetUser(ctx, nil)
}
