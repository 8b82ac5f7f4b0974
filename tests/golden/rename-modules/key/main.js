const lib = require("./lib");
const { ["go"]: run } = lib;
console.log(run());
