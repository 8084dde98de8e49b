import { describe, expect, it } from 'vitest';
import { clientDifferences } from './clientDifferences.ts';
import { emptyClient } from './clientFields.ts';

describe('what differs between two states of a client', () => {
  it('reads under the labels of the form, the address included', () => {
    const mine = { ...emptyClient, name: 'Ann', businessAddress: { ...emptyClient.businessAddress, zip: '97301' } };
    expect(clientDifferences(emptyClient, mine)).toEqual([
      { label: 'Client Name', saved: '', mine: 'Ann' },
      { label: 'ZIP code', saved: '', mine: '97301' },
    ]);
  });
});
