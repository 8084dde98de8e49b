import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { invalidRequest, type Problem } from '../../../platform/errors/catalogue.ts';

interface Put {
  resource: Resource;
  body: Record<string, unknown>;
  /** The record as the caller would read it now. */
  stored: Record<string, unknown>;
  /** Validates the user's fields as a PATCH would. Throws when they are invalid. */
  accept: (changes: object) => unknown;
}

const serverOnly = 'Can only be set by the server';

/**
 * Converts a PUT to the equivalent PATCH. Server-owned fields, also nested ones, must equal the stored values, and
 * computed fields of the response are ignored (design 3). Throws REQUEST_SCHEMA_INVALID with each path.
 */
export function patchFromPut<T>({ resource, body, stored, accept }: Put): T {
  const problems: Problem[] = [];
  const properties = Object.fromEntries(resource.fields.map(({ name, property }) => [name, property]));
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(properties, name) && !Object.hasOwn(stored, name) && !isExtra(resource, name))
      problems.push({ path: `/${name}`, message: 'Unknown field' });
  }
  const known = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(properties, name)));
  const changes = withoutServerFields({ properties }, { value: known, stored, path: '' }, problems);
  if (problems.length > 0) throw invalidRequest('body', problems);
  if (!isRecord(changes)) throw invalidRequest('body', [{ path: '', message: 'Must be object' }]);
  // An unchanged value is no change, even if validation would trim it.
  const same = Object.entries(changes).filter(([name, value]) => isEqual(value, stored[name]));
  const changed: T = JSON.parse(JSON.stringify({ ...Object(accept(changes)), ...Object.fromEntries(same) }));
  return changed;
}

const isExtra = ({ schema }: Resource, name: string) => schema.properties[name]?.['x-extra'] === true;

interface Position {
  value: unknown;
  stored: unknown;
  path: string;
}

/** The value without server-owned fields, each of which must equal the stored one. */
function withoutServerFields(
  property: Pick<Property, 'properties' | 'items'>,
  { value, stored, path }: Position,
  problems: Problem[],
): unknown {
  const { items, properties } = property;
  if (items && Array.isArray(value)) {
    const before: unknown[] = Array.isArray(stored) ? stored : [];
    // Match rows by id, so that a moved row is recognized.
    const byId = new Map(before.filter(isRecord).map((item) => [item.id, item]));
    return value.map((item: unknown, index) => {
      const same = isRecord(item) && item.id !== undefined ? byId.get(item.id) : undefined;
      return withoutServerFields(
        items,
        { value: item, stored: same ?? before[index], path: `${path}/${index}` },
        problems,
      );
    });
  }
  if (!properties || !isRecord(value)) return value;
  const storedRecord = isRecord(stored) ? stored : {};
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = { value: each, stored: storedRecord[name], path: `${path}/${name}` };
    if (!inner?.readOnly) return [[name, inner ? withoutServerFields(inner, place, problems) : each]];
    // A copied value follows another record, so it may differ from what the caller has read.
    if (inner['x-copy'] === undefined && !isEqual(each, storedRecord[name]))
      problems.push({ path: place.path, message: serverOnly });
    return [];
  });
  return Object.fromEntries(entries);
}
