import test from 'node:test';
import { core } from '../m.js';
test('tab\there', () => core(1));
test('con' + 'cat', () => core(1));
test('for good', { skip: true }, () => core(1));
test('with a reason', { skip: 'slow' }, () => core(1));
test('perhaps', { skip: process.platform === 'win32' }, () => core(1));
test('later', { todo: true }, () => core(1));
