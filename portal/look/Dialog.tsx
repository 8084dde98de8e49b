import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

/**
 * A decision to take now. The browser's own dialog keeps the focus inside and brings it back; Escape and a press on
 * the backdrop close it. Shown as long as it is rendered.
 */
export function Dialog({
  title,
  onClose,
  onSubmit,
  actions,
  isWide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Makes the dialog a form: its primary action is a submit button. */
  onSubmit?: () => void;
  actions?: ReactNode;
  /** For what is looked at rather than answered. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still on the page: once taken off it, the browser no longer brings the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      // With a selection left in the dialog, Chromium brings back the focus without the cursor: keys would write nothing.
      getSelection()?.removeAllRanges();
      element?.close();
    };
  }, []);
  const body = (
    <>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape, the key for what a press on the backdrop does, raises `cancel`.
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {onSubmit ? (
        <form className={styles.content} noValidate onSubmit={submit}>
          {body}
        </form>
      ) : (
        <div className={styles.content}>{body}</div>
      )}
    </dialog>
  );
}
