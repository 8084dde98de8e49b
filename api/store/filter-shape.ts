import { isRecord } from '#schemas/forms/is-record.ts';

/** So many fields of one object are named, so deep, and of a name so much. */
const most = { fields: 20, depth: 5, name: 80 };

/**
 * A filter without what is looked for: its fields and operators as a text, such as `{client, createdAt: {$gte, $lte}}`. It is
 * the same for all who ask the same of other values.
 */
export function filterShape(filter: unknown, depth = 0): string {
  if (!isRecord(filter) || depth === most.depth) return '…';
  const names = Object.keys(filter);
  const parts = names.slice(0, most.fields).map((name) => {
    const inside = insideOf(name, filter[name], depth + 1);
    return `${name.slice(0, most.name)}${inside && `: ${inside}`}`;
  });
  return `{${[...parts, ...(names.length > most.fields ? ['…'] : [])].join(', ')}}`;
}

/** Lists of conditions, and operators on a field; anything else is a value. */
function insideOf(name: string, value: unknown, depth: number): string {
  if (Array.isArray(value) && /^\$(and|or|nor)$/.test(name)) {
    const shapes = new Set(value.slice(0, most.fields).map((each) => filterShape(each, depth)));
    return `[${[...shapes].join(', ')}]`;
  }
  if (!isRecord(value)) return '';
  const isOperators = Object.keys(value).some((key) => key.startsWith('$'));
  return isOperators || name === '$elemMatch' || name === '$not' ? filterShape(value, depth) : '';
}
