const mqtt = require("mqtt");
const client = mqtt.connect("mqtt://x");
function begin() { client.subscribe("sensors/kitchen"); }
function report(room) { client.publish("sensors/kitchen", "1"); }
