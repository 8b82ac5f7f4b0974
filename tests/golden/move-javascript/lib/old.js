const { steps } = require('./a.js')
module.exports = () => steps()
