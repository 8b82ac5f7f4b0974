const express = require('express');
const routes = require('./routes');
const app = express();
app.use('/js', routes);
module.exports = app;
app.use('/req', require('./required'));
