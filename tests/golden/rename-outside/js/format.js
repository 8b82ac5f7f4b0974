function pad(s, n) { return String(s).padStart(n, '.'); }
exports.pad = pad;
