const router = require('express').Router();
function ping() {}
router.get('/ping', ping);
module.exports = router;
