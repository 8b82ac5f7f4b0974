const { Kafka } = require("kafkajs");
const kafka = new Kafka({ brokers: ["k:9092"] });
const consumer = kafka.consumer({ groupId: "g" });
const producer = kafka.producer();

async function listen() {
  await consumer.subscribe({ topics: ["orders", "refunds"], fromBeginning: true });
  await consumer.run({ eachMessage: handle });
}
async function handle() {}
async function refund() {
  await producer.send({ topic: "refunds", messages: [{ value: "x" }] });
}
module.exports = { listen, refund };
