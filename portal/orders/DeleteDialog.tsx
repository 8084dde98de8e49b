import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';

/** A draft that was never submitted goes for good, so this is asked. */
export function DeleteDialog({
  refCode,
  onDelete,
  onClose,
}: {
  refCode: string;
  onDelete: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`Delete draft ${refCode}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" onClick={onDelete}>
            Delete the draft
          </Button>
        </>
      }
    >
      <p>It was never sent. Once deleted it cannot be brought back.</p>
    </Dialog>
  );
}
