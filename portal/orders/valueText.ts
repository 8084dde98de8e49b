import { isRecord } from '#schemas/forms/is-record.ts';

const number = new Intl.NumberFormat('en-US');

/** A value for reading, '–' for none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return number.format(value);
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(itemText).join(', ');
  return itemText(value);
}

/** A row of a list reads as its values, without its id. */
function itemText(value: unknown): string {
  if (!isRecord(value)) return typeof value === 'object' ? valueText(value) : String(value);
  const texts = Object.entries(value).filter(([key]) => key !== '_id');
  return texts.map(([, each]) => valueText(each)).join(' / ');
}
