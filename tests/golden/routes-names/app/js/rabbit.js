const amqp = require("amqplib");
async function start(channel) {
  await channel.assertQueue("mails");
  channel.consume("mails", onMail);
}
function onMail(msg) {}
function push(channel) {
  channel.sendToQueue("mails", Buffer.from("x"));
}
