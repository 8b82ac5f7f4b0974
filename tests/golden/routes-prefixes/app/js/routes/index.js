const express = require('express');
const userRoute = require('./user.route');
const authRoute = require('./auth.route');

const router = express.Router();
const other = express.Router();
const table = [
  { path: '/users', route: userRoute },
  { path: '/auth', route: authRoute },
];
table.forEach((row) => {
  router.use(row.path, row.route);
});

module.exports = router;
