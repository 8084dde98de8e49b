import { type Field, fieldsOf } from '#schemas/resource/resource.ts';

interface FormError {
  /** Dotted path, like the input's name. */
  path: string;
  message: string;
}

/** Flattens react-hook-form's tree of errors to a list of paths and messages. */
export function errorsIn(errors: unknown, path = ''): FormError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string' && errors.message !== '') {
    return [{ path, message: errors.message }];
  }
  // Errors of a whole list are under `root`, which may also be a regular key.
  const isRule = (inner: unknown) => typeof inner === 'object' && inner !== null && 'message' in inner;
  const below = (name: string, inner: unknown) => (name === 'root' && isRule(inner) ? path : `${path}.${name}`);
  return Object.entries(errors)
    .filter(([name]) => name !== 'ref')
    .flatMap(([name, inner]) => errorsIn(inner, path === '' ? name : below(name, inner)));
}

/** Human-readable label of a dotted field path: 'Business address, ZIP code', 'Included products 2, At least'. */
export function fieldPathLabel(fields: Field[], path: string): string {
  const [name = '', ...rest] = path.split('.');
  const field = fields.find((each) => each.name === name);
  if (!field) return path;
  const [index, ...below] = rest;
  const isRow = field.kind === 'list' && index !== undefined && /^\d+$/.test(index);
  const label = isRow ? `${field.label} ${Number(index) + 1}` : field.label;
  const deeper = isRow ? below : rest;
  const inner = isRow ? field.property.items : field.property;
  if (deeper.length === 0 || !inner?.properties) return label;
  return `${label}, ${fieldPathLabel(fieldsOf(inner, name), deeper.join('.'))}`;
}
