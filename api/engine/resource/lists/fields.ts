import type { Field, Resource } from '#schemas/resource/resource.ts';

/** Aliases of two fields (design 3). */
const shortNames: Record<string, string> = { created: 'createdAt', updated: 'updatedAt' };

/**
 * Resolves a query key to a field: its name, the aliases `updated` and `created`, a reference with or without `Id`
 * (design 3), or a column of a free-form map without the map's name.
 */
export function resolveField({ fields }: Pick<Resource, 'fields'>, key: string): Field | undefined {
  const exact = fields.find(({ name }) => name === key) ?? fields.find(({ name }) => name === shortNames[key]);
  if (exact) return exact;
  const other = fields.find(({ name, kind }) => kind === 'reference' && (name === `${key}Id` || `${name}Id` === key));
  return other ?? fields.find(({ name }) => name.includes('.') && name.slice(name.indexOf('.') + 1) === key);
}
