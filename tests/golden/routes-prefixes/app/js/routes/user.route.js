const express = require('express');
const checks = require('../checks');
const users = require('../users');
const router = express.Router();
router
  .route('/:id')
  .get(checks.run(checks.show), users.show)
  .delete(users.remove);
module.exports = router;
