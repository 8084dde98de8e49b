import { isRecord } from '#schemas/forms/is-record.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';

/**
 * A body as it is checked and stored: each text that its schema marks with `x-trim` without the blanks, tabs and zero-width
 * characters at its ends (design 7, "Typed values"). What has no schema, as the data of a form, stays as it is.
 */
export function trimmedBody(value: unknown, schema: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (typeof value === 'string') return schema['x-trim'] === true ? trimText(value) : value;
  const { items, properties } = schema;
  if (Array.isArray(value)) return isRecord(items) ? value.map((item) => trimmedBody(item, items)) : value;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const own = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmedBody(each, own(name))]));
}
