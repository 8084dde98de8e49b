import { serializeDesign } from '#schemas/designing/design.ts';
import { parseHistory, serializeHistory } from '#schemas/designing/stored-history.ts';
import type { UndoHistory } from '#schemas/designing/undo-history.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';

/** Key of saved work: user and form. */
export interface WorkKey {
  userId: string;
  formId: string;
}

/** Form id for the work on a form that was never saved. */
export const newFormId = 'new';

export interface SavedWork {
  /** ISO time of the save. */
  at: string;
  history: UndoHistory;
}

/** Storage quota: three forms of up to a million characters each, since browsers allow a site five million. */
const quota = { characters: 1_000_000, forms: 3 } as const;
const prefix = '_v3form:';
const storageKey = ({ userId, formId }: WorkKey) => `${prefix}${userId}:${formId}`;

/** Reads the work saved in localStorage, with its undo history; null if there is none. */
export function loadWork(place: WorkKey): SavedWork | null {
  try {
    const text = localStorage.getItem(storageKey(place)) ?? '';
    const end = text.indexOf(' ');
    const history = parseHistory(text.slice(end + 1));
    return history ? { at: text.slice(0, end), history } : null;
  } catch {
    // localStorage is not available.
    return null;
  }
}

/** Saves work to localStorage and evicts the oldest beyond the quota. Returns whether it could be saved. */
export function saveWork(place: WorkKey, { at, history }: SavedWork): boolean {
  const text = serializeHistory(history, quota.characters);
  if (text === null) return false;
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== storageKey(place));
    const byAge = others.toSorted((one, other) =>
      (localStorage.getItem(one) ?? '').localeCompare(localStorage.getItem(other) ?? ''),
    );
    for (const key of byAge.slice(0, Math.max(0, others.length - quota.forms + 1))) localStorage.removeItem(key);
    localStorage.setItem(storageKey(place), `${at} ${text}`);
    return true;
  } catch {
    return false;
  }
}

/** Deletes the saved work on a form. */
export function deleteWork(place: WorkKey): void {
  try {
    localStorage.removeItem(storageKey(place));
  } catch {
    // localStorage is not available.
    return;
  }
}

/** Deletes the saved work on a new form once that form has been saved under its own id. */
export function deleteWorkOnNewForm(userId: string, formSchema: unknown): void {
  const place = { userId, formId: newFormId };
  const work = loadWork(place);
  if (work && isEqual(serializeDesign(work.history.design), formSchema)) deleteWork(place);
}
