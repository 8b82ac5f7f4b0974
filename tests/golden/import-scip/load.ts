import { Order } from './cart.js';
export function open(): any { return new Order(); }
