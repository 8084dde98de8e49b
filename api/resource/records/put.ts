import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { invalidRequest, type Problem } from '../../errors/catalogue.ts';

interface Put {
  resource: Resource;
  body: Record<string, unknown>;
  /** The record as the caller would read it now. */
  stored: Record<string, unknown>;
  /** The fields that a person may set as a PATCH would have them. Throws when they do not fit. */
  accept: (changes: object) => unknown;
}

const serverOnly = 'Is set by the server only';

/**
 * Reads a PUT as the PATCH that it stands for: fields of the server, also those inside objects and lists, must equal what
 * is stored, and what an answer adds beside the schema's fields is ignored (design 3). Throws REQUEST_SCHEMA_INVALID
 * with each path.
 */
export function splitPut<T>({ resource, body, stored, accept }: Put): T {
  const problems: Problem[] = [];
  const properties = Object.fromEntries(resource.fields.map(({ name, property }) => [name, property]));
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(properties, name) && !Object.hasOwn(stored, name) && !isExtra(resource, name))
      problems.push({ path: `/${name}`, message: 'Unknown field' });
  }
  const known = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(properties, name)));
  const changes = settable({ properties }, { value: known, stored, path: '' }, problems);
  if (problems.length > 0) throw invalidRequest('body', problems);
  if (!isRecord(changes)) throw invalidRequest('body', [{ path: '', message: 'Must be object' }]);
  // What stays as it is stored is no change, even where a change would be trimmed.
  const same = Object.entries(changes).filter(([name, value]) => isEqual(value, stored[name]));
  const changed: T = JSON.parse(JSON.stringify({ ...Object(accept(changes)), ...Object.fromEntries(same) }));
  return changed;
}

const isExtra = ({ schema }: Resource, name: string) => schema.properties[name]?.['x-extra'] === true;

interface Place {
  value: unknown;
  stored: unknown;
  path: string;
}

/** The value without the fields that the server owns, each of which must be as it is stored. */
function settable(
  property: Pick<Property, 'properties' | 'items'>,
  { value, stored, path }: Place,
  problems: Problem[],
): unknown {
  const { items, properties } = property;
  if (items && Array.isArray(value)) {
    const before: unknown[] = Array.isArray(stored) ? stored : [];
    // Rows are told apart by their id, so that a moved row is still the same.
    const byId = new Map(before.filter(isRecord).map((item) => [item.id, item]));
    return value.map((item: unknown, index) => {
      const same = isRecord(item) && item.id !== undefined ? byId.get(item.id) : undefined;
      return settable(items, { value: item, stored: same ?? before[index], path: `${path}/${index}` }, problems);
    });
  }
  if (!properties || !isRecord(value)) return value;
  const kept = isRecord(stored) ? stored : {};
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = { value: each, stored: kept[name], path: `${path}/${name}` };
    if (!inner?.readOnly) return [[name, inner ? settable(inner, place, problems) : each]];
    // A copy follows what another record is called, whatever revision the caller has seen.
    if (inner['x-copy'] === undefined && !isEqual(each, kept[name]))
      problems.push({ path: place.path, message: serverOnly });
    return [];
  });
  return Object.fromEntries(entries);
}
