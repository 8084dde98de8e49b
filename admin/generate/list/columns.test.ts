import { createMongoAbility } from '@casl/ability';
import { describe, expect, it } from 'vitest';
import { type Field, resourceOf } from '#schemas/resource/resource.ts';
import { fieldByName } from '../catalogue.ts';
import { isVisibleTo } from '../field-access.ts';
import { choosableColumns, moveColumn, requestedColumns, shownColumns, toggleColumn } from './ColumnsMenu.tsx';

const vendor = resourceOf({
  title: 'Vendor',
  type: 'object',
  properties: {
    name: { type: 'string' },
    margin: { type: 'number', 'x-visible-to': ['ADMIN'] },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    options: { type: 'object', additionalProperties: true },
    scope: { type: 'string', 'x-admin': { widget: 'hidden' } },
    invited: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' } },
    guild: { type: 'string', 'x-ref': 'Guild' },
    notes: { type: 'string' },
    token: { type: 'string', 'x-admin': { widget: 'hidden' } },
  },
  'x-store': { rowOmits: ['notes', 'tags'], hidden: ['token'] },
});
const visibleTo = (role: 'ADMIN' | 'AGENCY_USER') => {
  const ability = createMongoAbility(role === 'ADMIN' ? [{ action: 'manage', subject: 'all' }] : []);
  return (field: Field) => isVisibleTo(field, { user: { roles: [role] }, ability });
};
const choosableTo = (role: 'ADMIN' | 'AGENCY_USER') => choosableColumns(vendor, visibleTo(role));
const names = (role: 'ADMIN' | 'AGENCY_USER') => choosableTo(role).map(({ name }) => name);

describe('choosable columns', () => {
  it('are the fields that fit on one line, including id, createdAt and updatedAt', () => {
    expect(names('ADMIN')).toEqual(['name', 'margin', 'tags', 'guild', 'notes', 'id', 'createdAt', 'updatedAt']);
  });

  it('leave out fields that are visible to other roles only', () => {
    expect(names('AGENCY_USER')).not.toContain('margin');
  });

  it('leave out references to resources that the user cannot read', () => {
    expect(names('AGENCY_USER')).not.toContain('guild');
  });
});

describe('requested columns', () => {
  const requestedBy = (role: 'ADMIN' | 'AGENCY_USER', ...shown: string[]) =>
    requestedColumns(
      vendor,
      shown.map((name) => fieldByName(vendor, name)),
      visibleTo(role),
    );

  it('are none while the rows have all shown columns by default', () => {
    expect(requestedBy('ADMIN', 'name', 'margin')).toEqual([]);
  });

  it('add a shown column that rows omit to all fields of a row, also those that are hidden in the back-office', () => {
    const usual = ['name', 'margin', 'address', 'scope', 'guild', 'createdAt', 'updatedAt'];
    expect(requestedBy('ADMIN', 'notes', 'name')).toEqual([...usual, 'notes']);
    expect(requestedBy('AGENCY_USER', 'notes')).not.toContain('margin');
  });

  it('add a further field of the list, such as a column of a form, only if it is shown', () => {
    const further = (name: string): Field => ({ name, label: name, kind: 'text', isRequired: false, property: {} });
    const extended = { ...vendor, fields: [...vendor.fields, further('data.one'), further('data.two')] };
    const requested = requestedColumns(extended, [further('data.one')], visibleTo('ADMIN'));
    expect(requested).toContain('name');
    expect(requested.filter((name) => name.startsWith('data.'))).toEqual(['data.one']);
  });
});

describe('shown columns', () => {
  const choosable = choosableTo('ADMIN');

  it("are the schema's columns until the user chooses others", () => {
    expect(shownColumns(choosable, { stored: undefined, defaults: ['name', 'tags'] })).toEqual(['name', 'tags']);
    expect(shownColumns(choosable, { stored: ['tags', 'name'], defaults: ['name'] })).toEqual(['tags', 'name']);
  });

  it("drop unknown columns, and fall back to the schema's columns when none is left", () => {
    expect(shownColumns(choosable, { stored: ['gone', 'tags'], defaults: ['name'] })).toEqual(['tags']);
    expect(shownColumns(choosable, { stored: ['gone'], defaults: ['name'] })).toEqual(['name']);
  });

  it('are toggled and moved one at a time', () => {
    expect(toggleColumn(['a', 'b'], 'a')).toEqual(['b']);
    expect(toggleColumn(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  });
});
