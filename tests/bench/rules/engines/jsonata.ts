import compile from 'jsonata';
import type { Engine } from '../engine.ts';

/** jsonata, which always returns promises. */
export const jsonata: Engine = {
  prepare: {
    a: () => prepare('age >= 18 and quantity > 0 and quantity <= 100 and $contains($lowercase(email), "@corp")'),
    b: () => prepare('$sum(rows.(quantity * price)) < limit and $count(rows[quantity <= 0]) = 0'),
    c: () => prepare('$sum(rows.($min := min; items[active and n > $min].(n * weight)))'),
  },
  prepareLine: (n) => prepare(`age >= ${n} and quantity > 0 and $contains($lowercase(email), "@corp${n}")`),
};

function prepare(source: string): (input: Readonly<Record<string, unknown>>) => unknown {
  const expression = compile(source);
  return (input) => expression.evaluate(input);
}
