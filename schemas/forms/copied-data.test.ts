import { describe, expect, it } from 'vitest';
import { collection, container, formOf, modal, table, testContext, widget } from '#tests/forms/form-builders.ts';
import { withoutClientData, withoutRepeatedAnswers } from './copied-data.ts';
import { fill } from './fill.ts';

const empty = { emptyUntilAnswered: true };
const askAgainConfig = { ...empty, askAgain: true };

describe('withoutRepeatedAnswers', () => {
  const form = formOf(
    widget('text_input', 'headline', empty),
    widget('checkbox', 'terms', askAgainConfig),
    container([widget('text_input', 'name', empty), widget('text_input', 'phone', empty)], askAgainConfig, {
      key: 'contact',
    }),
    container([widget('text_input', 'signed_by', empty)], askAgainConfig),
    modal([widget('number_input', 'fee', askAgainConfig), widget('number_input', 'weeks', empty)], {}, { key: 'more' }),
    collection('lines', [widget('text_input', 'station', empty), widget('checkbox', 'agreed', askAgainConfig)]),
    table('people', [widget('text_input', 'who', empty)], { askAgain: true }),
    collection('spots', [
      widget('number_input', 'weeks', { ...askAgainConfig, initialValue: { static: true, value: 4 } }),
      widget('number_input', 'twice', { readonly: true, askAgain: true, initialValue: { value: '$weeks * 2' } }),
    ]),
  );
  const data = {
    ...{ headline: 'Bread', terms: true, contact: { name: 'Ann', phone: '555' }, signed_by: 'Ann', old: 1 },
    more: { fee: 3, weeks: 4 },
    lines: [
      { _id: 'a', station: 'WHBL', agreed: true },
      { _id: 'b', station: 'WCST', agreed: false },
    ],
    people: [{ _id: 'c', who: 'Ann' }],
    spots: [{ _id: 'd', weeks: 9, twice: 18 }],
  };

  it('clears fields with askAgain at any depth, with everything inside them', () => {
    expect(withoutRepeatedAnswers(form, data)).toEqual({
      ...{ headline: 'Bread', contact: {}, old: 1, more: { weeks: 4 } },
      lines: [
        { _id: 'a', station: 'WHBL' },
        { _id: 'b', station: 'WCST' },
      ],
      // An existing row is not filled with initial values later, so its static ones are set here. Locked fields are
      // left to the form.
      spots: [{ _id: 'd', weeks: 4, twice: 18 }],
    });
  });

  it('does not modify its input', () => {
    const before = structuredClone(data);
    withoutRepeatedAnswers(form, data);
    expect(data).toEqual(before);
  });
});

describe('withoutClientData', () => {
  const client = {
    ...{ name: 'Corner Bakery', businessOwner: 'Ann Tilton', phoneNumber: '617 555 0100', email: 'ann@bakery.example' },
    ...{ website: 'https://bakery.example', businessAddress: { street: '1 Main Street', city: 'Boston' } },
  };
  const computed = (value: string) => ({ ...empty, initialValue: { value } });
  const form = formOf(
    widget('text_input', 'headline', empty),
    widget('text_input', 'owner', computed('$client.businessOwner')),
    widget('text_input', 'greeting', computed('"Dear " + $owner')),
    widget('text_input', 'seller', computed('$user.name')),
    widget('text_input', 'industry', { readonly: true, ...computed('$client.industry') }),
    widget('select', 'market', { ...empty, options: [{ value: 'Boston' }] }),
    widget('text_input', 'site', empty),
    widget('file_input', 'logo', empty),
    container([widget('multiple_file_input', 'scans', empty)], {}, { key: 'papers' }),
    collection('people', [
      widget('text_input', 'who', computed('$client.businessOwner')),
      widget('text_input', 'role', empty),
      widget('file_input', 'photo', empty),
    ]),
  );
  const file = { id: 'a'.repeat(24), name: 'logo.png', mimeType: 'image/png' };
  const data = {
    ...{ headline: 'Bread', owner: 'Ann T.', greeting: 'Dear Ann', seller: 'Sam', industry: 'Food', market: 'Boston' },
    ...{ site: ' HTTPS://bakery.example', logo: file, papers: { scans: [file], stray: 'Ann' }, old_contact: 'Ann' },
    people: [{ _id: 'p', who: 'Somebody', role: 'ann@bakery.example', photo: file, stray: 1 }],
  };

  it("removes values computed from the client (also indirectly), files, texts of the client's record, and keys without a field", () => {
    expect(withoutClientData(form, data, client)).toEqual({
      ...{ headline: 'Bread', seller: 'Sam', industry: 'Food', market: 'Boston' },
      ...{ papers: {}, people: [{ _id: 'p' }] },
    });
  });

  it('removes what is known without the record if the client was deleted', () => {
    const { site, people } = withoutClientData(form, data, undefined);
    expect([site, people]).toEqual([data.site, [{ _id: 'p', role: 'ann@bakery.example' }]]);
  });

  it('lets fill compute the values for the new client, in rows too', () => {
    const context = testContext({ client: { businessOwner: 'Ben Ray', industry: 'Cars' }, user: { name: 'Sam' } });
    const copied = withoutClientData(form, data, client);
    expect(fill(form, { data: copied, as: 'copied' }, context).data).toEqual({
      ...{ headline: 'Bread', owner: 'Ben Ray', greeting: 'Dear Ben Ray', seller: 'Sam', industry: 'Cars' },
      ...{ market: 'Boston', papers: {}, people: [{ _id: 'p', who: 'Ben Ray' }] },
    });
  });
});
