package main

import (
	"github.com/nats-io/nats.go"
	"github.com/segmentio/kafka-go"
)

func serve(nc *nats.Conn) {
	nc.Subscribe("users.created", onUser)
	nc.QueueSubscribe("users.gone", "workers", func(m *nats.Msg) {})
}

func onUser(m *nats.Msg) {}

func create(nc *nats.Conn) {
	nc.Publish("users.created", []byte("x"))
}

func reader() *kafka.Reader {
	return kafka.NewReader(kafka.ReaderConfig{Brokers: nil, Topic: "orders"})
}

func writer() *kafka.Writer {
	return &kafka.Writer{Addr: nil, Topic: "orders"}
}
