import json
from celery import current_app
import redis
from kafka import KafkaProducer
import pika

r = redis.Redis()
producer = KafkaProducer(bootstrap_servers="k:9092")

def close(order):
    current_app.send_task("orders.total", args=[order])
    current_app.send_task("orders.gone", args=[order])
    r.publish("orders:closed", json.dumps(order))
    producer.send("orders", value=order)

def queue(channel):
    channel.basic_publish(exchange="", routing_key="work", body="x")
