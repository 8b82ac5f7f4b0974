import { Router } from 'express';
import tags from './tag';

const api = Router()
  .use(tags);

export default Router().use('/ts', api);
