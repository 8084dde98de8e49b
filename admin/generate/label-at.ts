import { type Field, fieldsOf } from '#schemas/resource/resource.ts';

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
