function run(schema) {}
const show = { id: 1 };
module.exports = { run, show };
