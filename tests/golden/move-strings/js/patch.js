const old = String.prototype.trim;
String.prototype.trim = function () { return 'patched' + old.call(this); };
export const z = 1;
