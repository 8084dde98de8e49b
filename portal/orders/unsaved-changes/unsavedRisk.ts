import { passwordKeys } from '#schemas/forms/passwords.ts';
import type { OrderStore } from '../editing/orderStore.ts';

/**
 * What happens to unsaved changes when the page is left: `none`, they are saved automatically; `stored`, only this device
 * has them; `lost`, some are lost.
 */
export type Risk = 'none' | 'stored' | 'lost';

type Draft = Pick<OrderStore['draft'], 'changes' | 'form'>;

interface EditedRecord {
  draft: Draft;
  state: () => { isAtRisk: boolean };
}

interface Circumstances {
  /** Whether an upload is running. */
  isUploading: boolean;
  /** Whether this device stored the changes (`storedChangesStore.ts`). */
  isStored: boolean;
}

/** Returns the risk of leaving the page. The device stores unsaved changes except running uploads and passwords. */
export function riskOf({ draft, state }: EditedRecord, { isUploading, isStored }: Circumstances): Risk {
  if (isUploading) return 'lost';
  if (!state().isAtRisk) return 'none';
  return isStored && !changesPassword(draft) ? 'stored' : 'lost';
}

/** Whether the unsaved changes include a password. */
export function changesPassword(draft: Draft): boolean {
  const changes = draft.changes();
  return passwordKeys(draft.form().form).some(([key = '']) => Object.hasOwn(changes, key));
}
