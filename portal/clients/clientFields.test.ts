import { get, set } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import { fieldsOf } from '#schemas/resource/resource.ts';
import {
  clientChanges,
  clientFieldError,
  clientInput,
  clientPathOf,
  clientRows,
  clientRowsFor,
  emptyClient,
  normalizeClient,
} from './clientFields.ts';

describe('the client form', () => {
  it.each([
    ['name', 'Client Name'],
    ['businessOwner', 'Business owner'],
    ['businessName', 'Business name'],
    ['phoneNumber', 'Phone number'],
    ['website', 'Website'],
    ['industry', 'Industry'],
    ['businessAddress.street', 'Street address'],
    ['businessAddress.city', 'City'],
    ['businessAddress.state', 'State'],
    ['businessAddress.zip', 'ZIP code'],
  ] as const)('requires %s as %s', (path, label) => {
    expect(clientFieldError(path, ' ')).toBe(`Missing required field: ${label}`);
    expect(clientFieldError(path, 'x')).toBeUndefined();
  });

  it('has an input for every writable property of the schema', () => {
    const writable = fieldsOf(clientSchema, 'Client').filter(({ property }) => !property.readOnly);
    const paths = writable.flatMap(({ name, property }) => {
      const inner = fieldsOf(property, name);
      return inner.length > 0 ? inner.map((each) => `${name}.${each.name}`) : name;
    });
    expect(paths.sort()).toEqual(clientRows.flat().sort());
  });

  it('shows the external id to an ADMIN only', () => {
    expect(clientRowsFor({ roles: ['ADMIN'] }).flat()).toContain('externalId');
    expect(clientRowsFor({ roles: ['AGENCY_ADMIN'] }).flat()).toEqual(
      clientRows.flat().filter((path) => path !== 'externalId'),
    );
  });

  it('accepts an empty external id and omits it from the body', () => {
    expect(clientFieldError('externalId', '')).toBeUndefined();
    expect(normalizeClient(emptyClient)).not.toHaveProperty('externalId');
  });

  it('trims values before sending them', () => {
    const typed = { ...emptyClient, name: ' Ann ', businessAddress: { ...emptyClient.businessAddress, zip: '123 ' } };
    expect(normalizeClient(typed)).toMatchObject({ name: 'Ann', businessAddress: { zip: '123' } });
  });

  it.each(clientRows.flat())('sends what people type into %s', (path) => {
    const typed = structuredClone(emptyClient);
    set(typed, path, ' typed ');
    const normalized = normalizeClient(typed);
    expect(get(normalized, path)).toBe('typed');
    const changes = clientChanges(clientInput(normalized), emptyClient);
    expect(Object.keys(changes)).toEqual([path.split('.')[0]]);
    expect(get(changes, path)).toBe('typed');
  });

  it.each(clientRows.flat().filter((path) => clientFieldError(path, '') === undefined))(
    'sends null for %s when people clear it, and omits it from a new client',
    (path) => {
      const saved = structuredClone(emptyClient);
      set(saved, path, 'saved');
      expect(clientChanges(clientInput(normalizeClient(emptyClient)), saved)).toEqual({ [path]: null });
      expect(normalizeClient(emptyClient)).not.toHaveProperty(path);
    },
  );

  it('edits only the properties that have an input', () => {
    const record = { ...emptyClient, id: '1', revision: 2, treeScope: [] };
    expect(clientInput(record)).toEqual(emptyClient);
  });

  it('maps the JSON pointer of an error to its input', () => {
    expect(clientPathOf('/businessAddress/zip')).toBe('businessAddress.zip');
    expect(clientPathOf('/treeScope')).toBeUndefined();
  });
});
