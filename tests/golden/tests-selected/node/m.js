module.exports.core = (a) => a + 1;
