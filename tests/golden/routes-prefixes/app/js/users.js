function show() {}
function remove() {}
function login() {}
module.exports = { show, remove, login };
