import { assertEquals } from '@std/assert';
import { core } from './m.ts';
Deno.test('adds', () => { assertEquals(core(1), 2); });
Deno.test(function named() { core(1); });
Deno.test({ name: 'obj', fn() { core(1); } });
Deno.test('steps', async (t) => { await t.step('one', () => { core(1); }); });
