import { isRecord } from '#schemas/forms/is-record.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';

/**
 * Returns a request body with texts trimmed that its schema marks with `x-trim`: removes blanks, tabs and zero-width
 * characters at both ends (design 7, "Typed values"). Data without a schema, such as formData, is unchanged.
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
