import { expect, it } from 'vitest';
import { container, formOf, modal, table, widget } from '#tests/forms/form-builders.ts';
import { mapPasswords, passwordKeys, passwordPaths } from './passwords.ts';

const form = formOf(
  widget('password_input', 'pin'),
  widget('text_input', 'name'),
  container([widget('password_input', 'key')], {}, { key: 'group' }),
  modal([widget('password_input', 'inModal', {}, { conditionalScript: 'false' })]),
  table('rows', [widget('password_input', 'secret')]),
);

const data = {
  ...{ pin: '1', name: 'x', inModal: '2', group: { key: '3' } },
  rows: [
    { _id: 'a', secret: '4' },
    { _id: 'b', secret: '' },
    { _id: 'c', secret: '5' },
  ],
};

it('passwordPaths finds passwords anywhere, in rows and in hidden widgets', () => {
  expect(passwordPaths(form, data)).toEqual(['/pin', '/group/key', '/inModal', '/rows/0/secret', '/rows/2/secret']);
});

it('passwordPaths is empty for data of any other shape', () => {
  expect([undefined, 7, [], { pin: 3, rows: 'x', group: [] }].flatMap((data) => passwordPaths(form, data))).toEqual([]);
});

it('mapPasswords changes passwords in a copy, and nothing else', () => {
  const before = structuredClone(data);
  expect(mapPasswords(form, data, (text, path) => `${path} ${text}`)).toEqual({
    ...{ pin: '/pin 1', name: 'x', inModal: '/inModal 2', group: { key: '/group/key 3' } },
    rows: [
      { _id: 'a', secret: '/rows/0/secret 4' },
      { _id: 'b', secret: '' },
      { _id: 'c', secret: '/rows/2/secret 5' },
    ],
  });
  expect(data).toEqual(before);
});

it('passwordKeys needs no data', () => {
  expect(passwordKeys(form)).toEqual([['pin'], ['group', 'key'], ['inModal'], ['rows', '*', 'secret']]);
});
