import type { KeywordDefinition, SchemaValidateFunction } from 'ajv';

/** MongoDB takes 100 levels; a record's own take some of them. */
const deepest = 80;

interface Place {
  value: unknown;
  path: string;
  depth: number;
}

interface Fault {
  path: string;
  message: string;
}

/** The first place in a free map whose key the database would read as an operator or a path, or that lies too deep. */
function faultIn(map: unknown): Fault | undefined {
  const open: Place[] = [{ value: map, path: '', depth: 0 }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, path, depth } = place;
    if (value === null || typeof value !== 'object') continue;
    if (depth > deepest) return { path, message: `May be nested at most ${deepest} deep` };
    for (const [key, inner] of Object.entries(value)) {
      const below = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Array.isArray(value) && (key.startsWith('$') || key.includes('.')))
        return { path: below, message: 'A key may neither begin with $ nor hold a dot' };
      open.push({ value: inner, path: below, depth: depth + 1 });
    }
  }
  return undefined;
}

const validate: SchemaValidateFunction = (_schema: unknown, data: unknown) => {
  const fault = faultIn(data);
  validate.errors = fault ? [{ keyword: 'x-plain-keys', message: fault.message, params: { path: fault.path } }] : [];
  return fault === undefined;
};

/** ajv's keyword for a free map: keys without dots and leading $, and not too deep. */
export const plainKeys: KeywordDefinition = { keyword: 'x-plain-keys', errors: true, validate };
