import type { Field, Resource } from '#schemas/resource/resource.ts';

/** Short names that design 3 gives two fields. */
const shortNames: Record<string, string> = { created: 'createdAt', updated: 'updatedAt' };

/**
 * The field that a query key names: itself; `updated` and `created`; for references `client` as `clientId` and the other way
 * round (design 3); a column of a free map also without the map's name.
 */
export function fieldNamed({ fields }: Pick<Resource, 'fields'>, key: string): Field | undefined {
  const exact = fields.find(({ name }) => name === key) ?? fields.find(({ name }) => name === shortNames[key]);
  if (exact) return exact;
  const other = fields.find(({ name, kind }) => kind === 'reference' && (name === `${key}Id` || `${name}Id` === key));
  return other ?? fields.find(({ name }) => name.includes('.') && name.slice(name.indexOf('.') + 1) === key);
}
