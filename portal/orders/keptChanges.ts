import { isRecord } from '#schemas/forms/is-record.ts';
import type { FieldChanges } from './useOrderForm.ts';

/** Whose changes of which order. */
export interface KeptPlace {
  userId: string;
  orderId: string;
}

export interface KeptChanges {
  /** When they were kept. */
  at: string;
  fields: FieldChanges;
}

/** What a person typed into an order and no save has taken yet, as this device kept it; null where there is nothing. */
export function keptChanges(place: KeptPlace): KeptChanges | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null');
    if (!isRecord(kept) || typeof kept.at !== 'string' || !isRecord(kept.fields)) return null;
    const fields = Object.entries(kept.fields).flatMap(([key, change]) =>
      isRecord(change) ? [[key, { before: change.before, mine: change.mine }] as const] : [],
    );
    return fields.length === 0 ? null : { at: kept.at, fields: Object.fromEntries(fields) };
  } catch {
    // Not readable, or storage is closed to us: then nothing was kept.
    return null;
  }
}

/** Keeps changes in the place of those kept before; without any, none are kept. */
export function keepChanges(place: KeptPlace, { at, fields }: KeptChanges): void {
  try {
    if (Object.keys(fields).length === 0) localStorage.removeItem(nameOf(place));
    else localStorage.setItem(nameOf(place), JSON.stringify({ at, fields }));
  } catch {
    // Storage is full or closed to us: the page still holds what was typed, and asks before it is left.
    return;
  }
}

const nameOf = ({ userId, orderId }: KeptPlace) => `_v3order:${userId}:${orderId}`;
