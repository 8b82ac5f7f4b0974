const paths = require('./src/paths');
const { bare } = require('./src/paths');

console.log(bare('x/report.txt'), paths.bare('.env'), paths.next());
