import type { RefObject } from 'react';
import type { DatePrecision } from '../typed/typedKinds.ts';

/** The type of the native input of each precision. */
export const nativeTypes = { day: 'date', month: 'month', moment: 'datetime-local', time: 'time' } as const;

/** Opens the native picker. Returns false if the device has none of this type. */
export function showNative(
  native: RefObject<HTMLInputElement | null>,
  picking: DatePrecision,
  value: unknown,
): boolean {
  const input = native.current;
  // Browsers fall back to `text` for an unsupported type.
  if (!input || input.type !== nativeTypes[picking] || !('showPicker' in input)) return false;
  input.value = typeof value === 'string' ? nativeText(value, picking) : '';
  try {
    input.showPicker();
    return true;
  } catch {
    return false;
  }
}

/** Converts a stored value to the format of the native input. */
export function nativeText(value: string, picking: DatePrecision): string {
  if (picking === 'time') return value.slice(0, 5);
  if (picking === 'moment') return value.includes('T') ? value.slice(0, 16) : value && `${value}T00:00`;
  return value.slice(0, picking === 'month' ? 7 : 10);
}

/** Converts the text of the native input to the stored value. */
export function nativeValue(text: string, picking: DatePrecision): string {
  if (text === '' || picking === 'day' || picking === 'time') return text;
  return picking === 'month' ? `${text}-01` : `${text.slice(0, 16)}:00.000Z`;
}
