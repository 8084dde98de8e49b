import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { PermissionList } from './AccessExplanation.tsx';

/**
 * The access explanation in a dialog: which role, membership or guild allows an action, and what is missing for the
 * others.
 */
export function AccessDialog({
  title,
  record,
  onClose,
}: {
  title: string;
  /** Without a record, the dialog lists the person's rights in general. */
  record?: { type: string; id: string };
  onClose: () => void;
}) {
  return (
    <Dialog title={title} isWide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <PermissionList {...(record ? { record } : {})} />
    </Dialog>
  );
}
