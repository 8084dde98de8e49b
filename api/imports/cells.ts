import { numberOf } from '#schemas/forms/kinds/number.ts';
import type { Kind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { missing } from '../errors/schema-messages.ts';
import { momentOf } from './moments.ts';

/** What a cell holds that does not fit its field. */
export class Misfit {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Reads a cell: undefined where it is empty. */
type ReadCell = (text: string) => unknown;

const text = ({ property: { maxLength = 10_000, pattern } }: Field): ReadCell => {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return (cell) => {
    if (cell.length > maxLength) return new Misfit(`May have ${maxLength.toLocaleString('en-US')} characters at most`);
    return shape?.test(cell) === false ? new Misfit('Is not written as such values are') : cell;
  };
};

/** Bookkeepers write a negative amount in parentheses. */
const number = (): ReadCell => (cell) => {
  const inside = cell.length > 2 && cell.startsWith('(') && cell.endsWith(')') ? cell.slice(1, -1) : undefined;
  const value = numberOf(inside ?? cell);
  if (value === undefined) return new Misfit('Must be a number, such as 1,601.60');
  return inside === undefined ? value : -value;
};

const whole = (): ReadCell => (cell) => {
  const value = number()(cell);
  return value instanceof Misfit || Number.isSafeInteger(value) ? value : new Misfit('Must be a whole number');
};

const oneOf =
  ({ property }: Field): ReadCell =>
  (cell) => {
    const known: unknown[] = property.enum ?? [];
    const value = known.find((each) => String(each).toLowerCase() === cell.toLowerCase());
    return value ?? new Misfit(`Must be one of: ${known.join(', ')}`);
  };

const yes = ['true', 'yes', '1'];
const no = ['false', 'no', '0'];

/** How the cells of each kind of field are read; kinds without a way can not be imported. */
const kinds: Record<Kind, ((field: Field) => ReadCell) | null> = {
  text,
  longText: text,
  markdown: text,
  email: text,
  phone: text,
  colour: text,
  date: text,
  // Whoever imports them finds the record by what people call it.
  reference: text,
  number,
  money: number,
  integer: whole,
  enum: oneOf,
  boolean: () => (cell) => {
    const word = cell.toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : new Misfit('Must be yes or no');
  },
  dateTime: () => (cell) => momentOf(cell) ?? new Misfit('Must be a date, such as 2026-03-31 or 3/31/2026'),
  list: null,
  object: null,
  map: null,
};

/** How the cells of a column are read that becomes this field. Throws for a kind that has no cells. */
export function cellReader(field: Field): ReadCell {
  const make = kinds[field.kind];
  if (!make) throw new Error(`${field.name} is a ${field.kind}, which no cell holds`);
  const read = make(field);
  const none = field.isRequired ? new Misfit(missing(field.label)) : undefined;
  return (cell) => {
    const given = cell.trim();
    return given === '' ? none : read(given);
  };
}
