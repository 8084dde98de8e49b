import type { ReactNode } from 'react';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';

interface RemoveQuestionProps {
  title: string;
  isBusy: boolean;
  onRemove: () => void;
  onClose: () => void;
  /** What stops working afterwards. */
  children: ReactNode;
}

/** The confirmation dialog before a sign-in method is removed. */
export function RemoveDialog({ title, isBusy, onRemove, onClose, children }: RemoveQuestionProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" isBusy={isBusy} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
