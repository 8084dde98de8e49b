import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '#schemas/resource/resource.ts';
import { invalidRequest } from '../errors/catalogue.ts';

interface Put {
  resource: Resource;
  body: Record<string, unknown>;
  /** The record as the caller would read it now. */
  stored: Record<string, unknown>;
  /** Throws when the fields that a person may set do not fit. */
  isFit: (changes: object) => void;
}

/**
 * Reads a PUT as the PATCH that it stands for: fields of the server must equal what is stored, and what an answer
 * adds beside the schema's fields is ignored (design 3). Throws REQUEST_SCHEMA_INVALID with each path.
 */
export function splitPut<T>({ resource, body, stored, isFit }: Put): T {
  const byName = new Map(resource.fields.map((field) => [field.name, field.property]));
  const problems = Object.entries(body).flatMap(([name, value]) => {
    const property = byName.get(name);
    if (!property) return Object.hasOwn(stored, name) ? [] : [{ path: `/${name}`, message: 'Unknown field' }];
    return property.readOnly && !isDeepStrictEqual(value, stored[name])
      ? [{ path: `/${name}`, message: 'Is set by the server only' }]
      : [];
  });
  if (problems.length > 0) throw invalidRequest('body', problems);
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name]) => byName.has(name) && !byName.get(name)?.readOnly),
  );
  isFit(changes);
  const changed: T = JSON.parse(JSON.stringify(changes));
  return changed;
}
