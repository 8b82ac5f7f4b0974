let pad;
({ pad } = require('./format.js'));
console.log(pad(8, 2));
