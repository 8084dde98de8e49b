import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import { numberKind } from '#portal/forms/typed/typedKinds.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { localMoment, momentFromLocal } from './local-moments.ts';

/** react-hook-form treats undefined as an unregistered field, so empty is null. */
function orNull(kind: TypedKind): TypedKind {
  return {
    ...kind,
    parse: (text) => kind.parse(text) ?? null,
    commit: (text) => ({ value: kind.commit(text).value ?? null, notice: null }),
  };
}

/** Parser for numbers without bounds. */
export const numberParser = orNull(numberKind({}));

const dollars = orNull(numberKind({ money: 'shown' }));
const moneyKinds = new Map<string, TypedKind>([['USD', dollars]]);

/** Parser for amounts; formats as $1,000.50. */
export function moneyParser(currency: string): TypedKind {
  const cached = moneyKinds.get(currency);
  if (cached) return cached;
  const kind = { ...dollars, format: (value: unknown) => (value === null ? '' : moneyText(value, currency)) };
  moneyKinds.set(currency, kind);
  return kind;
}

/** Converts record values to the date field's text and back; an empty field stores null. */
export const dateInputValues = {
  day: {
    shown: (stored: unknown): string => (typeof stored === 'string' ? stored : ''),
    stored: (shown: unknown): unknown => (shown === '' ? null : shown),
  },
  moment: {
    shown: (stored: unknown): string => localMoment(typeof stored === 'string' ? stored : ''),
    stored: (shown: unknown): unknown => (typeof shown === 'string' && shown !== '' ? momentFromLocal(shown) : null),
  },
} as const;
