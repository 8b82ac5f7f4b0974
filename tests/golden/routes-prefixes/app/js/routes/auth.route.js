const express = require('express');
const users = require('../users');
const router = express.Router();
router.post('/login', users.login);
module.exports = router;
