import type { TypedKind } from '../../forms/typed/typedField.ts';
import { lineKind, numberKind, plainKind } from '../../forms/typed/typedKinds.ts';
import { textOfValue } from './lineFormContext.ts';

const isNumber = (value: unknown) => typeof value === 'number';

/** Parses and formats a number. A value of another type, which the API allows, is visible before it is replaced. */
function numberOfLine(isMoney: boolean): TypedKind {
  const kind = numberKind({ money: isMoney ? 'shown' : 'none' });
  return {
    ...kind,
    formatForEditing: (value) => (isNumber(value) ? kind.formatForEditing(value) : textOfValue(value)),
    format: (value) => (isNumber(value) ? kind.format(value) : textOfValue(value)),
  };
}

/** Parses and formats a text; an empty field has no value. */
function textOfLine({ parse }: TypedKind): TypedKind {
  const lineValue = (text: string) => parse(text) || undefined;
  return {
    parse: lineValue,
    commit: (text) => ({ value: lineValue(text), notice: null }),
    formatForEditing: textOfValue,
    format: textOfValue,
  };
}

/**
 * How line fields parse input. Unlike form fields they neither truncate nor limit it: what the product's schema rejects
 * is reported at the field.
 */
export const lineKinds = {
  number: numberOfLine(false),
  money: numberOfLine(true),
  text: textOfLine(lineKind),
  verbatim: textOfLine(plainKind),
} as const satisfies Record<string, TypedKind>;

/** Converts a stored date or time to its input value. JSON Schema times have seconds, which the input omits. */
export const lineDate = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/^(\d\d:\d\d):00$/, '$1') : '';
