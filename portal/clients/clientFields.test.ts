import { describe, expect, it } from 'vitest';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import { cleanClient, clientMistake, clientPathOf, clientRows, clientRowsFor, emptyClient } from './clientFields.ts';

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
    expect(clientMistake(path, ' ')).toBe(`Missing required field: ${label}`);
    expect(clientMistake(path, 'x')).toBeUndefined();
  });

  it('asks for all that the schema has', () => {
    const asked = new Set(clientRows.flat().map((path) => path.split('.')[0]));
    const open = Object.entries(clientSchema.properties).filter(([, property]) => !property.readOnly);
    expect(open.map(([name]) => name).filter((name) => !asked.has(name))).toEqual([]);
  });

  it('asks an ADMIN alone for the external id', () => {
    expect(clientRowsFor({ roles: ['ADMIN'] }).flat()).toContain('externalId');
    expect(clientRowsFor({ roles: ['AGENCY_ADMIN'] }).flat()).toEqual(
      clientRows.flat().filter((path) => path !== 'externalId'),
    );
  });

  it('lets the external id be empty', () => {
    expect(clientMistake('externalId', '')).toBeUndefined();
    expect(cleanClient(emptyClient)).not.toHaveProperty('externalId');
  });

  it('sends no spaces around', () => {
    const typed = { ...emptyClient, name: ' Ann ', businessAddress: { ...emptyClient.businessAddress, zip: '123 ' } };
    expect(cleanClient(typed)).toMatchObject({ name: 'Ann', businessAddress: { zip: '123' } });
  });

  it('finds the input of an error', () => {
    expect(clientPathOf('/businessAddress/zip')).toBe('businessAddress.zip');
    expect(clientPathOf('/treeScope')).toBeUndefined();
  });
});
