import { passwordKeys } from '#schemas/forms/passwords.ts';
import type { OrderEditing } from './orderEditing.ts';

/** What leaving now does to what is unsaved: nothing, since it saves itself; it is on this device alone; some of it is lost. */
export type Risk = 'none' | 'kept' | 'lost';

interface Edited {
  draft: Pick<OrderEditing['draft'], 'changes' | 'form'>;
  now: () => { isAtRisk: boolean };
}

/** The risk of leaving: of what could not be saved the device keeps all but files on their way and passwords (`keptStore.ts`). */
export function riskOf({ draft, now }: Edited, isUploading: boolean): Risk {
  if (isUploading) return 'lost';
  if (!now().isAtRisk) return 'none';
  const changes = draft.changes();
  return passwordKeys(draft.form().form).some(([key = '']) => Object.hasOwn(changes, key)) ? 'lost' : 'kept';
}
