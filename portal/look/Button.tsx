import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

/** primary: 'act here', one on a screen; danger: cannot be undone; quiet: without an edge, beside content. */
export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind;
  /** Shows that the press is under way, and takes no other meanwhile; the button keeps the focus. */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({ kind = 'plain', isBusy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={[buttonClass(kind), className].filter(Boolean).join(' ')}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass(kind: ButtonKind = 'plain'): string {
  return `${styles.button} ${styles[kind]}`;
}
