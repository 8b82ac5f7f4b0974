const express = require("express");
const orders = require("./orders");
const app = express();
app.use("/shop", orders);
app.get("/ping", (req, res) => res.send("pong"));
app.listen(3000);
