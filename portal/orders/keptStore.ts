import { isEqual } from '#schemas/forms/is-equal.ts';
import { passwordKeys } from '#schemas/forms/passwords.ts';
import type { Client } from '#schemas/generated/types.ts';
import { isMissing } from '../api/ApiError.ts';
import { idOf, nameOf, type ShownOrder } from '../api/queries.ts';
import {
  type ClientChange,
  isEmpty,
  type KeptChanges,
  type KeptPlace,
  keepChanges,
  keptChanges,
} from './keptChanges.ts';
import { keptLineSides, type LineChanges, mergedLines } from './lines/mergedLines.ts';
import type { OrderEditing } from './orderEditing.ts';
import { lineInputs } from './savedOrder.ts';

/** Debounce before changes are stored; milliseconds. */
const storeDelay = 300;

/** The stored unsaved changes of an earlier visit, while they are offered. */
export interface Kept {
  /** Null after they were applied or discarded, or if there are none. */
  offered: KeptChanges | null;
  isTaking: boolean;
  /** Why applying them failed. */
  error: Error | null;
  /** Whether this device stores the current unsaved changes, except passwords. */
  isKept: boolean;
}

/** The store of unsaved changes on this device. */
export interface KeptStore {
  now(): Kept;
  watch(listener: () => void): () => void;
  /**
   * Applies the stored changes of these paths to the draft. Returns the name of a client that cannot be chosen any
   * more.
   */
  take(paths: readonly string[]): Promise<{ goneClient?: string }>;
  drop(): void;
  /** Stores unsaved changes from now on. Returns the function that stops it. */
  start(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void;
}

/**
 * Creates the store of unsaved changes on this device (localStorage), without passwords. It offers those of an earlier
 * visit for recovery: after a reload, a network failure, or an expired session.
 */
export function createKeptStore(
  place: KeptPlace,
  editing: OrderEditing,
  readClient: (id: string) => Promise<Client>,
): KeptStore {
  const { draft } = editing;
  const listeners = new Set<() => void>();
  let now: Kept = {
    offered: unsavedOf(keptChanges(place), editing.now().saved),
    isTaking: false,
    error: null,
    isKept: false,
  };

  return {
    now: () => now,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drop: () => offer(null),
    take: async (paths) => {
      const { offered } = now;
      if (!offered || now.isTaking) return {};
      change({ isTaking: true, error: null });
      try {
        const chosen = await clientOf(paths.includes('/client') ? offered.client : undefined);
        draft.takeChanges(offered.fields, paths);
        if (offered.lines) draft.takeLineChanges(offered.lines, paths);
        if (offered.further) draft.further.takeChanges(offered.further, paths);
        if (chosen !== undefined && chosen !== 'gone') draft.chooseClient(chosen);
        offer(null);
        return chosen === 'gone' && offered.client?.mine ? { goneClient: offered.client.mine.name } : {};
      } catch (error) {
        change({ isTaking: false, error: error instanceof Error ? error : new Error(String(error)) });
        return {};
      }
    },
    start: (page) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const storeLater = () => {
        clearTimeout(timer);
        timer = setTimeout(keep, storeDelay);
      };
      keep();
      const stop = draft.watch(storeLater);
      page.addEventListener('pagehide', keep);
      return () => {
        clearTimeout(timer);
        stop();
        page.removeEventListener('pagehide', keep);
      };
    },
  };

  function keep(): void {
    if (!editing.isEditable()) return;
    const secret = new Set(passwordKeys(draft.form().form).map(([key]) => key));
    const ownChanges = {
      fields: Object.fromEntries(Object.entries(draft.changes()).filter(([key]) => !secret.has(key))),
      client: clientChange(editing),
      lines: draft.lineChanges(),
      further: draft.further.changes(),
    };
    const { offered } = now;
    // Changes that are still offered stay stored as well.
    const at = offered && isEmpty(ownChanges) ? offered.at : new Date().toISOString();
    const isKept = keepChanges(place, {
      at,
      fields: { ...offered?.fields, ...ownChanges.fields },
      client: ownChanges.client ?? offered?.client,
      lines: ownChanges.lines ?? offered?.lines,
      further: { ...offered?.further, ...ownChanges.further },
    });
    if (isKept !== now.isKept) change({ isKept });
  }

  /** Fetches the client of a stored change: undefined if the change has none, `gone` if it cannot be read any more. */
  async function clientOf(storedChange: ClientChange | undefined): Promise<Client | null | 'gone' | undefined> {
    if (!storedChange?.mine) return storedChange && null;
    try {
      return await readClient(storedChange.mine.id);
    } catch (error) {
      if (isMissing(error)) return 'gone';
      throw error;
    }
  }

  function offer(offered: KeptChanges | null): void {
    change({ offered, isTaking: false });
    keep();
  }

  function change(part: Partial<Kept>): void {
    now = { ...now, ...part };
    for (const listener of listeners) listener();
  }
}

/** Removes changes that the saved order already contains. */
function unsavedOf(stored: KeptChanges | null, order: ShownOrder): KeptChanges | null {
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
  return isEmpty(unsaved) ? null : unsaved;
}

function isLineSaved(lines: LineChanges, { products }: ShownOrder): boolean {
  const merged = mergedLines(keptLineSides(lines, products)).lines;
  return isEqual(lineInputs(merged), lineInputs(products));
}

function clientChange({ draft, now }: OrderEditing): ClientChange | undefined {
  const { client: saved } = now().saved;
  const before = saved && idOf(saved);
  const client = draft.client();
  const mine = client === null ? null : { id: idOf(client), name: nameOf(client, '–') };
  return before === (mine?.id ?? null) ? undefined : { before, mine };
}
