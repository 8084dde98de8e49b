import { describe, expect, it } from 'vitest';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import {
  clientFieldError,
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
    const inputNames = new Set(clientRows.flat().map((path) => path.split('.')[0]));
    const open = Object.entries(clientSchema.properties).filter(([, property]) => !property.readOnly);
    expect(open.map(([name]) => name).filter((name) => !inputNames.has(name))).toEqual([]);
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

  it('maps the JSON pointer of an error to its input', () => {
    expect(clientPathOf('/businessAddress/zip')).toBe('businessAddress.zip');
    expect(clientPathOf('/treeScope')).toBeUndefined();
  });
});
