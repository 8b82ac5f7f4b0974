const { Router } = require("express");
const router = Router();

function listOrders(req, res) { res.json([]); }
router.get("/orders", listOrders);
router.route("/orders/:id").get(showOrder).delete(removeOrder);
function showOrder(req, res) {}
function removeOrder(req, res) {}
module.exports = router;
