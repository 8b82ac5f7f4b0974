const { toggle } = require("./core/lib");
function use( { toggle(2);
