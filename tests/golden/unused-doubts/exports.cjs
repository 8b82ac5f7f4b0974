class Given {
  open() {}
}
function Old() {}
Old.prototype.open = function () {};
Old.prototype._hidden = function () {};
module.exports = { Given, make: () => new Old() };
