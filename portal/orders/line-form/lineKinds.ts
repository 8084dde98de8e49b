import type { TypedKind } from '../../forms/typed/typedField.ts';
import { lineKind, numberKind, plainKind } from '../../forms/typed/typedKinds.ts';
import { shownText } from './lineFormContext.ts';

const isNumber = (value: unknown) => typeof value === 'number';

/** A number of a line; a value of another kind, as an API may send it, is seen before it is typed over. */
function numberOfLine(isMoney: boolean): TypedKind {
  const kind = numberKind({ money: isMoney ? 'shown' : 'none' });
  return {
    ...kind,
    edit: (value) => (isNumber(value) ? kind.edit(value) : shownText(value)),
    show: (value) => (isNumber(value) ? kind.show(value) : shownText(value)),
  };
}

/** A text as a line's data have it: none where the field is empty. */
function textOfLine({ read }: TypedKind): TypedKind {
  const lineValue = (text: string) => read(text) || undefined;
  return {
    read: lineValue,
    settle: (text) => ({ value: lineValue(text), notice: null }),
    edit: shownText,
    show: shownText,
  };
}

/**
 * How the fields of a line read what is typed. Nothing is cut off or limited, as a form's fields do: what the schema of the
 * product does not take is a problem at the field.
 */
export const lineKinds = {
  number: numberOfLine(false),
  money: numberOfLine(true),
  text: textOfLine(lineKind),
  verbatim: textOfLine(plainKind),
} as const satisfies Record<string, TypedKind>;

/** A stored date or time as its field has it. JSON Schema's times have seconds, which nobody types. */
export const lineDate = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/^(\d\d:\d\d):00$/, '$1') : '';
