import { expect, it } from 'vitest';
import { sectionsOf, tabOf } from './back-office.ts';
import { resourceOf } from './resource.ts';

const text = { type: 'string' } as const;
const properties = { name: text, city: text, zip: text, notes: text, token: text };
const layout = [
  { title: 'Who', rows: [['name']] },
  { title: 'Where', description: 'Its office.', tab: 'Address', rows: [['zip', 'city'], ['notes']] },
];
const resource = (admin: object) => resourceOf({ title: 'Vendor', type: 'object', properties, 'x-admin': admin });
const fieldsOf = (of: ReturnType<typeof resource>, ...without: string[]) =>
  of.fields.filter(({ name }) => name in properties && !without.includes(name));
const layoutOf = (of: ReturnType<typeof resource>, ...without: string[]) =>
  sectionsOf(of, fieldsOf(of, ...without)).map(({ fields, rows, ...section }) => ({
    ...section,
    fields: fields.map(({ name }) => name),
    ...(rows ? { rows: rows.map((row) => row.map(({ name }) => name)) } : {}),
  }));

it('sectionsOf returns one section with all fields if there is no layout', () => {
  expect(layoutOf(resource({}))).toEqual([{ fields: Object.keys(properties) }]);
});

it('sectionsOf follows the layout and puts other fields last', () => {
  expect(layoutOf(resource({ layout }))).toEqual([
    { title: 'Who', fields: ['name'], rows: [['name']] },
    {
      title: 'Where',
      description: 'Its office.',
      tab: 'Address',
      fields: ['zip', 'city', 'notes'],
      rows: [['zip', 'city'], ['notes']],
    },
    { title: 'More', tab: 'More', fields: ['token'] },
  ]);
});

it('sectionsOf omits rows and sections without visible fields', () => {
  expect(layoutOf(resource({ layout }), 'name', 'notes', 'zip', 'token')).toEqual([
    { title: 'Where', description: 'Its office.', tab: 'Address', fields: ['city'], rows: [['city']] },
  ]);
});

it("tabOf returns the tab of the field's section", () => {
  expect(['name', 'city', 'token'].map((name) => tabOf(resource({ layout }), name))).toEqual([
    undefined,
    'Address',
    'More',
  ]);
});
