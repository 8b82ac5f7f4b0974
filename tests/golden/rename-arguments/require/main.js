const { area: other } = require("./lib");
console.log(other(2, 3), require("./lib").area(5, 1));
