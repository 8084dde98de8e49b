import { passwordKeys } from '#schemas/forms/passwords.ts';
import type { OrderEditing } from './orderEditing.ts';

/** What leaving now does to what is unsaved: nothing, since it saves itself; it is on this device alone; some of it is lost. */
export type Risk = 'none' | 'kept' | 'lost';

type Draft = Pick<OrderEditing['draft'], 'changes' | 'form'>;

interface Edited {
  draft: Draft;
  now: () => { isAtRisk: boolean };
}

interface Circumstances {
  /** Whether a file is on its way. */
  isUploading: boolean;
  /** Whether the device took what was to be kept on it (`keptStore.ts`). */
  isKept: boolean;
}

/** The risk of leaving: of what could not be saved the device keeps all but files on their way and passwords. */
export function riskOf({ draft, now }: Edited, { isUploading, isKept }: Circumstances): Risk {
  if (isUploading) return 'lost';
  if (!now().isAtRisk) return 'none';
  return isKept && !changesPassword(draft) ? 'kept' : 'lost';
}

/** Whether a password is among what is unsaved. */
export function changesPassword(draft: Draft): boolean {
  const changes = draft.changes();
  return passwordKeys(draft.form().form).some(([key = '']) => Object.hasOwn(changes, key));
}
