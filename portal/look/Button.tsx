import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';

/** primary: the main action, one per screen; danger: cannot be undone; quiet: without a border, beside content. */
export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind;
  /**
   * Shows that the action is in progress and ignores further clicks. The button keeps the focus, so it is not
   * `disabled`.
   */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** The standard button; `type="button"` by default. */
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

/** The class names of a button, for a link that looks like one. */
export function buttonClass(kind: ButtonKind = 'plain'): string {
  return `${styles.button} ${styles[kind]}`;
}
