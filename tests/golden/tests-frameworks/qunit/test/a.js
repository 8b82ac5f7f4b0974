import QUnit from 'qunit';
import { core } from '../m.js';
QUnit.module('m', () => {
  QUnit.test('adds', (assert) => { assert.equal(core(1), 2); });
});
QUnit.test('top', (assert) => { core(1); });
