function toggle(e) { return e; }
function init() { return toggle(1); }
function spare() { return 2; }
module.exports = { toggle, init, spare };
