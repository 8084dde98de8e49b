import { Environment } from '@marcbachmann/cel-js';
import type { Engine } from '../engine.ts';

const environment = new Environment({ unlistedVariablesAreDyn: true })
  .registerFunction('sum(list): double', (list: readonly number[]) => {
    let sum = 0;
    for (const item of list) sum += item;
    return sum;
  })
  .registerFunction('string.lower(): string', (text: string) => text.toLowerCase());

/** @marcbachmann/cel-js, with the two functions that the tasks need and CEL lacks. */
export const cel: Engine = {
  prepare: {
    a: () => prepare('age >= 18.0 && quantity > 0.0 && quantity <= 100.0 && email.lower().contains("@corp")'),
    b: () => prepare('sum(rows.map(r, r.quantity * r.price)) < limit && rows.all(r, r.quantity > 0.0)'),
    c: () => prepare('sum(rows.map(r, sum(r.items.map(i, i.active && i.n > r.min, i.n * i.weight))))'),
  },
  prepareLine: (n) => prepare(`age >= ${n}.0 && quantity > 0.0 && email.lower().contains("@corp${n}")`),
};

function prepare(source: string): (input: Readonly<Record<string, unknown>>) => unknown {
  return environment.parse(source);
}
