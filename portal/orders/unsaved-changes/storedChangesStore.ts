import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { passwordKeys } from '#schemas/forms/passwords.ts';
import type { Client } from '#schemas/generated/types.ts';
import { isNotFound } from '../../api/ApiError.ts';
import { idOf, nameOf, type PopulatedOrder } from '../../api/queries.ts';
import type { FieldChanges } from '../editing/orderDraft.ts';
import type { OrderStore } from '../editing/orderStore.ts';
import { linesForRequest } from '../editing/savedOrder.ts';
import { type LineChanges, type LineInputs, mergeLines, storedLinesMergeInput } from '../lines/mergeLines.ts';

/** Debounce before changes are stored; milliseconds. */
const storeDelay = 300;

/** The stored unsaved changes of an earlier visit, while they are offered. */
export interface StoredChangesState {
  /** Null after they were applied or discarded, or if there are none. */
  storedChanges: UnsavedChanges | null;
  isRestoring: boolean;
  /** Why applying them failed. */
  error: Error | null;
  /** Whether this device stores the current unsaved changes, except passwords. */
  isStored: boolean;
}

/** The store of unsaved changes on this device. */
export interface StoredChangesStore {
  now(): StoredChangesState;
  watch(listener: () => void): () => void;
  /**
   * Applies the stored changes of these paths to the draft. Returns the name of a client that cannot be chosen any
   * more.
   */
  restore(paths: readonly string[]): Promise<{ goneClient?: string }>;
  discard(): void;
  /** Stores unsaved changes from now on. Returns the function that stops it. */
  start(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void;
}

/**
 * Creates the store of unsaved changes on this device (localStorage), without passwords. It offers those of an earlier
 * visit for recovery: after a reload, a network failure, or an expired session.
 */
export function createStoredChangesStore(
  place: StoredChangesKey,
  editing: OrderStore,
  readClient: (id: string) => Promise<Client>,
): StoredChangesStore {
  const { draft } = editing;
  const listeners = new Set<() => void>();
  let now: StoredChangesState = {
    storedChanges: unsavedOf(readStoredChanges(place), editing.state().saved),
    isRestoring: false,
    error: null,
    isStored: false,
  };

  return {
    now: () => now,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    discard: () => offer(null),
    restore: async (paths) => {
      const { storedChanges } = now;
      if (!storedChanges || now.isRestoring) return {};
      change({ isRestoring: true, error: null });
      try {
        const chosen = await clientOf(paths.includes('/client') ? storedChanges.client : undefined);
        draft.applyChanges(storedChanges.fields, paths);
        if (storedChanges.lines) draft.applyLineChanges(storedChanges.lines, paths);
        if (storedChanges.further) draft.additionalFields.applyChanges(storedChanges.further, paths);
        if (chosen !== undefined && chosen !== 'gone') draft.chooseClient(chosen);
        offer(null);
        return chosen === 'gone' && storedChanges.client?.mine ? { goneClient: storedChanges.client.mine.name } : {};
      } catch (error) {
        change({ isRestoring: false, error: error instanceof Error ? error : new Error(String(error)) });
        return {};
      }
    },
    start: (page) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const storeLater = () => {
        clearTimeout(timer);
        timer = setTimeout(store, storeDelay);
      };
      store();
      const stop = draft.subscribe(storeLater);
      page.addEventListener('pagehide', store);
      return () => {
        clearTimeout(timer);
        stop();
        page.removeEventListener('pagehide', store);
      };
    },
  };

  function store(): void {
    if (!editing.isEditable()) return;
    const secret = new Set(passwordKeys(draft.form().form).map(([key]) => key));
    const ownChanges = {
      fields: Object.fromEntries(Object.entries(draft.changes()).filter(([key]) => !secret.has(key))),
      client: clientChange(editing),
      lines: draft.lineChanges(),
      further: draft.additionalFields.changes(),
    };
    const { storedChanges } = now;
    // Changes that are still offered stay stored as well.
    const at = storedChanges && hasNoChanges(ownChanges) ? storedChanges.at : new Date().toISOString();
    const isStored = writeStoredChanges(place, {
      at,
      fields: { ...storedChanges?.fields, ...ownChanges.fields },
      client: ownChanges.client ?? storedChanges?.client,
      lines: ownChanges.lines ?? storedChanges?.lines,
      further: { ...storedChanges?.further, ...ownChanges.further },
    });
    if (isStored !== now.isStored) change({ isStored });
  }

  /** Fetches the client of a stored change: undefined if the change has none, `gone` if it cannot be read any more. */
  async function clientOf(storedChange: ClientChange | undefined): Promise<Client | null | 'gone' | undefined> {
    if (!storedChange?.mine) return storedChange && null;
    try {
      return await readClient(storedChange.mine.id);
    } catch (error) {
      if (isNotFound(error)) return 'gone';
      throw error;
    }
  }

  function offer(storedChanges: UnsavedChanges | null): void {
    change({ storedChanges, isRestoring: false });
    store();
  }

  function change(part: Partial<StoredChangesState>): void {
    now = { ...now, ...part };
    for (const listener of listeners) listener();
  }
}

/** Removes changes that the saved order already contains. */
function unsavedOf(stored: UnsavedChanges | null, order: PopulatedOrder): UnsavedChanges | null {
  if (!stored) return null;
  const { at, fields, client, lines, further = {} } = stored;
  const values = new Map<string, unknown>(Object.entries(order));
  const isSaved = client && (client.mine?.id ?? null) === (order.client && idOf(order.client));
  const unsaved = {
    at,
    fields: Object.fromEntries(Object.entries(fields).filter(([key, { mine }]) => !isEqual(mine, order.formData[key]))),
    client: isSaved ? undefined : client,
    lines: lines && isLineSaved(lines, order) ? undefined : lines,
    further: Object.fromEntries(Object.entries(further).filter(([name, { mine }]) => !isEqual(mine, values.get(name)))),
  };
  return hasNoChanges(unsaved) ? null : unsaved;
}

function isLineSaved(lines: LineChanges, { products }: PopulatedOrder): boolean {
  const merged = mergeLines(storedLinesMergeInput(lines, products)).lines;
  return isEqual(linesForRequest(merged), linesForRequest(products));
}

function clientChange({ draft, state }: OrderStore): ClientChange | undefined {
  const { client: saved } = state().saved;
  const before = saved && idOf(saved);
  const client = draft.client();
  const mine = client === null ? null : { id: idOf(client), name: nameOf(client, '–') };
  return before === (mine?.id ?? null) ? undefined : { before, mine };
}

/** The key of stored changes: person and order. */
interface StoredChangesKey {
  userId: string;
  orderId: string;
}

/** A changed client, by id and name. The full record is fetched again when the change is applied. */
interface ClientChange {
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
function readStoredChanges(place: StoredChangesKey): UnsavedChanges | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(place)) ?? 'null');
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
function writeStoredChanges(place: StoredChangesKey, changes: UnsavedChanges): boolean {
  try {
    if (hasNoChanges(changes)) localStorage.removeItem(storageKey(place));
    else localStorage.setItem(storageKey(place), JSON.stringify(changes));
    return true;
  } catch {
    // Storage is full or disabled. The page still has the changes, and prompts before it is left.
    return false;
  }
}

/** Whether there are no changes to store. */
const hasNoChanges = ({ fields, client, lines, further = {} }: Omit<UnsavedChanges, 'at'>): boolean =>
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

const storageKey = ({ userId, orderId }: StoredChangesKey) => `_v3order:${userId}:${orderId}`;
