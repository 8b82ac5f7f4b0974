import { Router } from 'express';
const router = Router();
router.get('/tags', (req, res) => {});
export default router;
