import type { SampleCampaign, SampleOrder, SamplePerson } from '../data.ts';
import type { Engine } from '../engine.ts';

/** The reference: what a programmer would write by hand. */
export const plain: Engine = {
  prepare: {
    a: () => isWelcome,
    b: () => isWithinLimit,
    c: () => weigh,
  },
  prepareLine: null,
};

function isWelcome(person: SamplePerson): boolean {
  return (
    person.age >= 18 && person.quantity > 0 && person.quantity <= 100 && person.email.toLowerCase().includes('@corp')
  );
}

function isWithinLimit({ rows, limit }: SampleOrder): boolean {
  let sum = 0;
  let hasEmptyRow = false;
  for (const row of rows) {
    sum += row.quantity * row.price;
    if (row.quantity <= 0) hasEmptyRow = true;
  }
  return sum < limit && !hasEmptyRow;
}

function weigh({ rows }: SampleCampaign): number {
  let sum = 0;
  for (const row of rows) {
    for (const item of row.items) {
      if (item.active && item.n > row.min) sum += item.n * item.weight;
    }
  }
  return sum;
}
