import { describe, expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { mergeOf } from './merge.ts';

const vendor = resourceOf({
  title: 'Vendor',
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    note: { type: 'string' },
    phone: { type: 'string' },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    score: { type: 'number', readOnly: true },
  },
});
const base = {
  id: '1',
  revision: 3,
  name: 'Acme',
  note: 'n',
  phone: '1',
  address: { city: 'Boone', zip: '28607' },
  tags: ['a'],
  score: 1,
};
const merge = (mine: object, theirs: object) => {
  const {
    mine: kept,
    theirs: left,
    asked,
  } = mergeOf(vendor, {
    base,
    mine: { ...base, ...mine },
    theirs: { ...base, revision: 4, ...theirs },
  });
  return { mine: kept, theirs: left.map(({ name }) => name), asked: asked.map(({ name }) => name) };
};

describe('two people changed one record', () => {
  it('each another field: both stay', () => {
    expect(merge({ note: 'mine' }, { phone: '2' })).toEqual({ mine: { note: 'mine' }, theirs: ['phone'], asked: [] });
  });

  it('the same field, each in another way: a person is asked', () => {
    expect(merge({ note: 'mine' }, { note: 'theirs' })).toEqual({ mine: {}, theirs: [], asked: ['note'] });
  });

  it('the same field in the same way: nothing is left to ask', () => {
    expect(merge({ note: 'both' }, { note: 'both' })).toEqual({ mine: {}, theirs: [], asked: [] });
  });

  it('each another part of a nested object: both stay', () => {
    const mine = { address: { city: 'Lenoir', zip: '28607' } };
    const theirs = { address: { city: 'Boone', zip: '28608' } };
    expect(merge(mine, theirs)).toEqual({
      mine: { address: { city: 'Lenoir', zip: '28608' } },
      theirs: ['address'],
      asked: [],
    });
  });

  it('a list of texts in two ways: it is asked about', () => {
    expect(merge({ tags: ['a', 'mine'] }, { tags: ['a', 'theirs'] }).asked).toEqual(['tags']);
  });

  it('one part of an object in two ways: either side keeps what the other changed beside it', () => {
    const mine = { ...base, address: { city: 'Lenoir', zip: '1' } };
    const theirs = { ...base, revision: 4, address: { city: 'Boone', zip: '2' } };
    expect(mergeOf(vendor, { base, mine, theirs }).sides).toEqual({
      mine: { address: { city: 'Lenoir', zip: '1' } },
      theirs: { address: { city: 'Lenoir', zip: '2' } },
    });
  });

  it('one emptied a field that the other changed', () => {
    expect(merge({ note: '' }, { note: 'theirs' }).asked).toEqual(['note']);
    expect(merge({ note: 'mine' }, { note: undefined }).asked).toEqual(['note']);
  });

  it('what the server owns is never asked about', () => {
    expect(merge({ note: 'mine' }, { score: 9 })).toEqual({ mine: { note: 'mine' }, theirs: [], asked: [] });
  });

  it('what is said along with a change goes along', () => {
    expect(merge({ reason: 'wrong' }, { phone: '2' }).mine).toEqual({ reason: 'wrong' });
  });
});
