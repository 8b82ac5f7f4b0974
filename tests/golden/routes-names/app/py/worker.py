from kafka import KafkaConsumer
import redis, pika

def follow():
    consumer = KafkaConsumer("orders", group_id="g")
    for message in consumer:
        print(message)

def watch():
    pubsub = redis.Redis().pubsub()
    pubsub.subscribe("orders:closed", "orders:opened")
    for m in pubsub.listen():
        print(m)

def on_work(ch, method, properties, body):
    pass

def main(channel):
    channel.basic_consume(queue="work", on_message_callback=on_work)
