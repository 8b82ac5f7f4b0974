import * as a from './a';
import { low } from './b';

console.log(a.slug('A B'), a.up('x'), low('Q'));
