import { describe, expect, it } from 'vitest';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { createRecordDraft } from './recordDraft.ts';

interface Shop {
  revision: number;
  name: string;
  address: { city: string; zip: string };
  spots: { _id: string; price: number }[];
}

const stored: Shop = {
  revision: 1,
  name: 'Old',
  address: { city: 'Boone', zip: '28607' },
  spots: [
    { _id: 'a', price: 1 },
    { _id: 'b', price: 2 },
  ],
};

const draftOf = () =>
  createRecordDraft<Shop, Omit<Shop, 'revision'>, Partial<Shop>>({
    saved: stored,
    valuesOf: ({ name, address, spots }) => ({ name, address, spots }),
    changesOf: (values, clean) => ({
      ...(values.name === clean.name ? {} : { name: values.name }),
      ...(isEqual(values.address, clean.address) ? {} : { address: values.address }),
      ...(isEqual(values.spots, clean.spots) ? {} : { spots: values.spots }),
    }),
  });

describe('a record draft', () => {
  it('merges a remote change within an object and within a row', () => {
    const draft = draftOf();
    draft.type({ ...draft.values(), address: { city: 'Lenoir', zip: '28607' }, spots: [{ _id: 'a', price: 9 }] });
    const theirs = { ...stored, revision: 2, address: { city: 'Boone', zip: '1' } };
    expect(draft.conflictsWith(theirs)).toBe(false);
    draft.rebase(theirs, 'all');
    expect(draft.unsaved()).toEqual({ address: { city: 'Lenoir', zip: '1' }, spots: [{ _id: 'a', price: 9 }] });
  });

  it('keeps the own values at the chosen paths and everything that only one side changed', () => {
    const draft = draftOf();
    draft.type({ ...draft.values(), name: 'Mine', address: { city: 'Lenoir', zip: '2' } });
    const theirs = { ...stored, revision: 2, name: 'Theirs', address: { city: 'Asheville', zip: '28607' } };
    expect(draft.conflictsWith(theirs)).toBe(true);
    draft.rebase(theirs, ['/address/city', '/address/zip']);
    expect(draft.shown()).toMatchObject({ name: 'Theirs', address: { city: 'Lenoir', zip: '2' } });
    expect(draft.unsaved()).toEqual({ address: { city: 'Lenoir', zip: '2' } });
  });

  it('keeps as unsaved what was typed while a save was in flight', () => {
    const draft = draftOf();
    draft.type({ ...draft.values(), name: 'Sent' });
    const sent = draft.unsaved();
    draft.type({ ...draft.values(), name: 'Typed since' });
    draft.applySaved(sent ?? {}, { ...stored, revision: 2, name: 'Sent' });
    expect(draft.unsaved()).toEqual({ name: 'Typed since' });
  });
});
