import { isRecord } from '#schemas/forms/is-record.ts';
import type { LineChanges, SentLines } from './lines/mergedLines.ts';
import type { FieldChanges } from './orderDraft.ts';

/** Whose changes of which order. */
export interface KeptPlace {
  userId: string;
  orderId: string;
}

/** Another client than the saved one, by name; what else there is to know of it is asked again. */
export interface ClientChange {
  /** The id of the saved one. */
  before: string | null;
  mine: { id: string; name: string } | null;
}

export interface KeptChanges {
  /** When they were kept. */
  at: string;
  fields: FieldChanges;
  client?: ClientChange | undefined;
  lines?: LineChanges | undefined;
  /** Of the fields beside client, form data and lines. */
  further?: FieldChanges | undefined;
}

/** What a person typed into an order and no save has taken yet, as this device kept it; null where there is nothing. */
export function keptChanges(place: KeptPlace): KeptChanges | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null');
    if (!isRecord(kept) || typeof kept.at !== 'string' || !isRecord(kept.fields)) return null;
    const changes = {
      at: kept.at,
      fields: changesIn(kept.fields),
      further: isRecord(kept.further) ? changesIn(kept.further) : undefined,
      client: clientIn(kept.client),
      lines: linesIn(kept.lines),
    };
    return isEmpty(changes) ? null : changes;
  } catch {
    // Not readable, or storage is closed to us: then nothing was kept.
    return null;
  }
}

/** Keeps changes in the place of those kept before; without any, none are kept. Answers whether the device took them. */
export function keepChanges(place: KeptPlace, changes: KeptChanges): boolean {
  try {
    if (isEmpty(changes)) localStorage.removeItem(nameOf(place));
    else localStorage.setItem(nameOf(place), JSON.stringify(changes));
    return true;
  } catch {
    // Storage is full or closed to us: the page still holds what was typed, and asks before it is left.
    return false;
  }
}

/** Whether there is nothing to keep. */
export const isEmpty = ({ fields, client, lines, further = {} }: Omit<KeptChanges, 'at'>): boolean =>
  Object.keys({ ...fields, ...further }).length === 0 && client === undefined && lines === undefined;

const changesIn = (kept: Record<string, unknown>): FieldChanges =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([key, change]) =>
      isRecord(change) ? [[key, { before: change.before, mine: change.mine }] as const] : [],
    ),
  );

function linesIn(kept: unknown): LineChanges | undefined {
  if (!isRecord(kept)) return undefined;
  const [before, mine] = [sentLines(kept.before), sentLines(kept.mine)];
  return before && mine && { before, mine };
}

const sentLines = (kept: unknown): SentLines | undefined =>
  Array.isArray(kept) && kept.every(isLine) ? kept : undefined;

const isLine = (line: unknown): line is SentLines[number] =>
  isRecord(line) &&
  isRecord(line.data) &&
  [line.id, line.product, line.linkedTo ?? ''].every((each) => typeof each === 'string');

function clientIn(kept: unknown): ClientChange | undefined {
  if (!isRecord(kept)) return undefined;
  const before = typeof kept.before === 'string' ? kept.before : null;
  if (kept.mine === null) return { before, mine: null };
  if (!isRecord(kept.mine)) return undefined;
  const { id, name } = kept.mine;
  return typeof id === 'string' && typeof name === 'string' ? { before, mine: { id, name } } : undefined;
}

const nameOf = ({ userId, orderId }: KeptPlace) => `_v3order:${userId}:${orderId}`;
