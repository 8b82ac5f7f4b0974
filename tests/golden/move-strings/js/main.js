import { pad } from './util.js';
console.log(pad(' x '.trim()));
