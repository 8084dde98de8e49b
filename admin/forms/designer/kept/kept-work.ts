import { formSchemaOf } from '#schemas/designing/design.ts';
import type { History } from '#schemas/designing/history.ts';
import { keptText, readKept } from '#schemas/designing/kept-history.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';

/** Whose work on which form. */
export interface WorkPlace {
  userId: string;
  formId: string;
}

/** Where work on a form is kept that was never saved. */
export const newForm = 'new';

export interface KeptWork {
  /** When it was kept, ISO. */
  at: string;
  history: History;
}

/** A device keeps the work on a few forms, each of at most a million characters: browsers give a site five. */
const most = { characters: 1_000_000, forms: 3 } as const;
const prefix = '_v3form:';
const nameOf = ({ userId, formId }: WorkPlace) => `${prefix}${userId}:${formId}`;

/** The work that this device kept, with what can be undone of it; null where there is none. */
export function keptWork(place: WorkPlace): KeptWork | null {
  try {
    const text = localStorage.getItem(nameOf(place)) ?? '';
    const end = text.indexOf(' ');
    const history = readKept(text.slice(end + 1));
    return history ? { at: text.slice(0, end), history } : null;
  } catch {
    // Storage is closed to us: then nothing was kept.
    return null;
  }
}

/** Keeps work in the place of what was kept before; answers whether it could be kept. */
export function keepWork(place: WorkPlace, { at, history }: KeptWork): boolean {
  const text = keptText(history, most.characters);
  if (text === null) return false;
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== nameOf(place));
    const byAge = others.toSorted((one, other) =>
      (localStorage.getItem(one) ?? '').localeCompare(localStorage.getItem(other) ?? ''),
    );
    for (const key of byAge.slice(0, Math.max(0, others.length - most.forms + 1))) localStorage.removeItem(key);
    localStorage.setItem(nameOf(place), `${at} ${text}`);
    return true;
  } catch {
    return false;
  }
}

/** Forgets the work on a form. */
export function forgetWork(place: WorkPlace): void {
  try {
    localStorage.removeItem(nameOf(place));
  } catch {
    // Storage is closed to us: nothing was kept.
    return;
  }
}

/** Forgets the work on a new form once it is saved, whatever that form is called now. */
export function forgetSaved(userId: string, formSchema: unknown): void {
  const place = { userId, formId: newForm };
  const kept = keptWork(place);
  if (kept && isEqual(formSchemaOf(kept.history.design), formSchema)) forgetWork(place);
}
