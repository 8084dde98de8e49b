import { served } from '#schemas/generated/registry.ts';
import type { Parents, Records } from '#schemas/generated/types.ts';
import { type Nested, type Resource, resourceOf } from '#schemas/resource/resource.ts';

/** Titles of the child resources. */
export type NestedName = keyof Parents;

export type NestedResource = Resource & { nested: Nested };

export type NestedField<Name extends NestedName> = keyof Records[Name] & string;

/** Returns the resources stored under this one, in collections of their own. */
export const nestedIn = (above: Resource): NestedResource[] =>
  Object.values(served)
    .map((schema) => resourceOf(schema))
    .flatMap(({ nested, ...resource }) =>
      nested && !nested.isPart && nested.resource === above.name ? [{ ...resource, nested }] : [],
    );

/** Returns a child resource with its API path. Throws an Error if it has none. */
export function nestedByName(name: NestedName): NestedResource {
  const schema = Object.values(served).find(({ title }) => title === name);
  const found = schema && resourceOf(schema);
  if (!found?.nested) throw new Error(`${name} is kept in another's records, but its schema gives its calls no path`);
  return { ...found, nested: found.nested };
}
