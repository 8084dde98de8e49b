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

/** How long after a change it is kept on the device; milliseconds. */
const soon = 300;

/** What an earlier visit left unsaved on this device, while it is offered. */
export interface Kept {
  /** Nothing once it was taken or dropped, or where there was nothing. */
  offered: KeptChanges | null;
  isTaking: boolean;
  /** Why it could not be taken just now. */
  error: Error | null;
  /** Whether this device keeps what is unsaved now, passwords apart. */
  isKept: boolean;
}

export interface KeptStore {
  now(): Kept;
  watch(listener: () => void): () => void;
  /** Puts what was kept of these places on top of what is here; answers the client that can not be chosen any more. */
  take(paths: readonly string[]): Promise<{ goneClient?: string }>;
  drop(): void;
  /** Keeps what is unsaved from now on. Answers how to stop that. */
  start(page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>): () => void;
}

/**
 * Keeps on this device what is typed or chosen and not saved yet, without passwords, and offers what an earlier visit left
 * there: after a reload, a lost network, or a session that ended.
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
      const later = () => {
        clearTimeout(timer);
        timer = setTimeout(keep, soon);
      };
      keep();
      const stop = draft.watch(later);
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
    const own = {
      fields: Object.fromEntries(Object.entries(draft.changes()).filter(([key]) => !secret.has(key))),
      client: clientChange(editing),
      lines: draft.lineChanges(),
      further: draft.further.changes(),
    };
    const { offered } = now;
    // What is still offered stays kept beside it.
    const at = offered && isEmpty(own) ? offered.at : new Date().toISOString();
    const isKept = keepChanges(place, {
      at,
      fields: { ...offered?.fields, ...own.fields },
      client: own.client ?? offered?.client,
      lines: own.lines ?? offered?.lines,
      further: { ...offered?.further, ...own.further },
    });
    if (isKept !== now.isKept) change({ isKept });
  }

  /** The client as it is now; nothing where none was kept, `gone` where it may not be read any more. */
  async function clientOf(kept: ClientChange | undefined): Promise<Client | null | 'gone' | undefined> {
    if (!kept?.mine) return kept && null;
    try {
      return await readClient(kept.mine.id);
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

/** What of it the order does not hold already. */
function unsavedOf(kept: KeptChanges | null, order: ShownOrder): KeptChanges | null {
  if (!kept) return null;
  const { at, fields, client, lines, further = {} } = kept;
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
