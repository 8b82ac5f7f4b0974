import { Badge } from './badge';

export const page = () => <Badge><item>one</item></Badge>;
