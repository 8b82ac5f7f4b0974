function open(path) { return path }
function shut(path) { return open(path) }
const table = { open, shut };
table.open("x");
module.exports = { open, shut };
