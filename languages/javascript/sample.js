#!/usr/bin/env node
'use strict';

/** Every construct that the outline of a JavaScript file shows. */
const fs = require('fs');
const { join, resolve } = require('node:path');
const version = require('./package.json').version;
import def, { named as alias } from './module.js';
import data from './data.json' with { type: 'json' };
export * from './all.js';
export { one, two as second } from './parts.js';

var counter = 0, limit = 10;
let state;
export const NAMES = ['a', 'b'];

// Greets.
export async function greet(name = 'you', ...rest) {
  const local = 1;
  function inner() {
    return import('./lazy.js');
  }
  for (let i = 0; i < limit; i++) inner(i);
  return inner;
}

function* numbers() {
  yield 1;
}

class Point extends mixins.Base {
  static origin = new Point(0, 0);
  #x = 0;
  handle = (event) => this.#x;

  static {
    Point.ready = true;
  }

  constructor(x, y) {
    super(x);
    this.toJSON = function () {
      return {};
    };
  }

  get length() {
    return 0;
  }

  set length(value) {}

  static async *all() {}

  [Symbol.toStringTag]() {}
}

const Named = class {
  method() {}
};

const api = {
  list: function () {},
  get: async () => {},
  remove() {},
  nested: {
    deep() {},
  },
  data: 1,
};

export default {
  name: 'component',
  data() {
    return {};
  },
  methods: {
    save() {},
  },
};

Point.prototype.distance = function (other) {
  return 0;
};
Point.from = (text) => new Point(text);
Point.prototype.extra = {};
Legacy.prototype = {
  start: function () {},
};

exports.parse = function parse(text) {};
exports.LIMIT = 5;
exports.first = exports.second = void 0;
module.exports.format = (value) => String(value);
module.exports = { greet, stop() {} };
module.exports = class Server {};
module.exports = createServer({ port: 1 });

(function (root) {
  function privateHelper() {}
  root.attach = function () {};
})(this);

const View = () => (
  <Panel title="x" onClick={greet}>
    <Icons.Close />
  </Panel>
);

class Dial {
    accessor level = 1;
    static accessor count = 0;
    turn(accessor) { return accessor in this; }
}
