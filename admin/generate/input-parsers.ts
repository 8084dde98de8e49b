import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import { numberKind } from '#portal/forms/typed/typedKinds.ts';
import { moneyText } from '#schemas/texts/money.ts';

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

/**
 * Shifts a stored moment for a date field, which shows UTC, so that it displays local time. Returns unparsable text
 * unchanged.
 */
export function localMoment(stored: string): string {
  const moment = storedMoment.test(stored) ? new Date(stored) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return stored;
  return new Date(moment.getTime() - moment.getTimezoneOffset() * minute).toISOString();
}

/** Converts a date field's local time back to the moment to store; returns unparsable text unchanged. */
export function momentFromLocal(shown: string): string {
  const moment = storedMoment.test(shown) ? new Date(shown.slice(0, -1)) : undefined;
  return !moment || Number.isNaN(moment.getTime()) ? shown : moment.toISOString();
}

const storedMoment = /^\d{4}-\d\d-\d\dT.+Z$/;
const minute = 60_000;
