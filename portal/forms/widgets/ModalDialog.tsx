import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../../look/Button.tsx';
import dialogStyles from '../../look/Dialog.module.css';
import styles from './ModalView.module.css';

interface ModalDialogProps {
  title: ReactNode;
  name: string;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog, shown as long as it is rendered: it keeps the focus inside. Escape and the backdrop close it. */
export function ModalDialog({ title, name, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape, the key for what a press on the backdrop does, raises `cancel`.
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${styles.dialog}`}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        // A dialog within this one closes alone.
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
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
