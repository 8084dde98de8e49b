import { type FormEvent, type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';
import { useModal } from './useModal.ts';

/** A modal dialog on the native `dialog` element, open as long as it is rendered. */
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
  /** Turns the dialog into a form: its primary action is a submit button. */
  onSubmit?: () => void;
  actions?: ReactNode;
  /** For content to read rather than a question to answer. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  const modal = useModal(onClose);
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
    <dialog {...modal} className={styles.dialog} data-wide={isWide || undefined} aria-labelledby={titleId}>
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
