const path = require('path');

const HIDDEN = /^\./;

function hidden(file) {
  return HIDDEN.test(path.basename(file));
}

// "a/b.txt" -> "b"
function bare(file) {
  const base = path.basename(file);
  return hidden(file) ? base : base.split('.')[0];
}

let count = 0;

function next() {
  count += 1;
  return count;
}

module.exports = { bare, next };
