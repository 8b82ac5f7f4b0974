const { open, shut: close } = require("./lib");
const lib = require("./lib");
open("a");
lib.open("b");
require("./lib").open("c");
function local() { const open = 1; return open; }
close("d");
