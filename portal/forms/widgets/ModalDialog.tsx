import { Button } from '../../look/Button.tsx';
import dialogStyles from '../../look/Dialog.module.css';
import { useModal } from '../../look/useModal.ts';
import type { ElementSlot } from '../elementSlot.ts';
import styles from './ModalView.module.css';

interface ModalDialogProps {
  title: ElementSlot;
  name: string;
  onClose: () => void;
  children: ElementSlot;
}

/** The native modal dialog of a form's modal widget, open as long as it is rendered. */
export function ModalDialog({ title, name, onClose, children }: ModalDialogProps) {
  return (
    <dialog {...useModal(onClose)} className={`${dialogStyles.dialog} ${styles.dialog}`} aria-label={name}>
      <div className={dialogStyles.content}>
        {title}
        {children}
        <div className={dialogStyles.actions}>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </dialog>
  );
}
