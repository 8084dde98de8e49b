import { isRecord } from '#schemas/forms/is-record.ts';
import type { FieldChanges } from '../editing/orderDraft.ts';
import type { LineChanges, LineInputs } from '../lines/mergeLines.ts';

/** The key of stored changes: person and order. */
export interface StoredChangesKey {
  userId: string;
  orderId: string;
}

/** A changed client, by id and name. The full record is fetched again when the change is applied. */
export interface ClientChange {
  /** The id of the saved client. */
  before: string | null;
  mine: { id: string; name: string } | null;
}

/** The local backup of an order: its unsaved changes as this device stores them. */
export interface UnsavedChanges {
  /** When they were stored. */
  at: string;
  fields: FieldChanges;
  client?: ClientChange | undefined;
  lines?: LineChanges | undefined;
  /** Changes of the additional fields: those beside client, form data and lines. */
  further?: FieldChanges | undefined;
}

/** Returns the unsaved changes of an order that this device stored (localStorage); null if there are none. */
export function readStoredChanges(place: StoredChangesKey): UnsavedChanges | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null');
    if (!isRecord(stored) || typeof stored.at !== 'string' || !isRecord(stored.fields)) return null;
    const changes = {
      at: stored.at,
      fields: changesIn(stored.fields),
      further: isRecord(stored.further) ? changesIn(stored.further) : undefined,
      client: clientIn(stored.client),
      lines: linesIn(stored.lines),
    };
    return hasNoChanges(changes) ? null : changes;
  } catch {
    // Invalid JSON, or storage is disabled: treat it as empty.
    return null;
  }
}

/**
 * Stores changes, replacing the previous ones; removes them if there are none. Returns whether the device accepted
 * them.
 */
export function writeStoredChanges(place: StoredChangesKey, changes: UnsavedChanges): boolean {
  try {
    if (hasNoChanges(changes)) localStorage.removeItem(nameOf(place));
    else localStorage.setItem(nameOf(place), JSON.stringify(changes));
    return true;
  } catch {
    // Storage is full or disabled. The page still has the changes, and prompts before it is left.
    return false;
  }
}

/** Whether there are no changes to store. */
export const hasNoChanges = ({ fields, client, lines, further = {} }: Omit<UnsavedChanges, 'at'>): boolean =>
  Object.keys({ ...fields, ...further }).length === 0 && client === undefined && lines === undefined;

const changesIn = (stored: Record<string, unknown>): FieldChanges =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([key, change]) =>
      isRecord(change) ? [[key, { before: change.before, mine: change.mine }] as const] : [],
    ),
  );

function linesIn(stored: unknown): LineChanges | undefined {
  if (!isRecord(stored)) return undefined;
  const [before, mine] = [sentLines(stored.before), sentLines(stored.mine)];
  return before && mine && { before, mine };
}

const sentLines = (stored: unknown): LineInputs | undefined =>
  Array.isArray(stored) && stored.every(isLine) ? stored : undefined;

const isLine = (line: unknown): line is LineInputs[number] =>
  isRecord(line) &&
  isRecord(line.data) &&
  [line.id, line.product, line.linkedTo ?? ''].every((each) => typeof each === 'string');

function clientIn(stored: unknown): ClientChange | undefined {
  if (!isRecord(stored)) return undefined;
  const before = typeof stored.before === 'string' ? stored.before : null;
  if (stored.mine === null) return { before, mine: null };
  if (!isRecord(stored.mine)) return undefined;
  const { id, name } = stored.mine;
  return typeof id === 'string' && typeof name === 'string' ? { before, mine: { id, name } } : undefined;
}

const nameOf = ({ userId, orderId }: StoredChangesKey) => `_v3order:${userId}:${orderId}`;
