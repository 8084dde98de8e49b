import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { May } from './May.tsx';

/** Says what one may do, by which role, membership or guild, and what more would take. */
export function MayDialog({
  title,
  record,
  onClose,
}: {
  title: string;
  /** None: what one may do at all. */
  record?: { type: string; id: string };
  onClose: () => void;
}) {
  return (
    <Dialog title={title} isWide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <May {...(record ? { record } : {})} />
    </Dialog>
  );
}
