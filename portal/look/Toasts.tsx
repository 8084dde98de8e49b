import { useCallback, useMemo, useState } from 'react';
import { AppWrapper, type ShowToast, type ToastOptions, useAppWrapper } from '../forms/AppWrapper.tsx';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Toasts.module.css';

/** spec 9: how long a toast stays, in milliseconds. */
const duration = 15_000;

type Toast = ToastOptions & { id: number; text: string };

/** Returns the function that shows a toast. Throws outside of an AppWrapper. */
export const useToast = (): ShowToast => useAppWrapper('show toast');

/** Renders the toasts (notifications) and provides the function to show them. */
export function ToastProvider({ children }: { children: ElementSlot }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, options) => {
      setToasts((shown) => {
        const id = (shown.at(-1)?.id ?? 0) + 1;
        setTimeout(remove, duration, id);
        // Replace a toast with the same text instead of repeating it.
        return [...shown.filter((toast) => toast.text !== text).slice(-2), { ...options, id, text }];
      });
    },
    [remove],
  );
  const list = useMemo(
    () =>
      toasts.map((toast) => (
        <div key={toast.id} className={`${styles.toast} ${toast.isError ? styles.error : ''}`}>
          <Icon name={toast.isError ? 'alert' : 'check'} />
          <span className={styles.text}>{toast.text}</span>
          {toast.action && <ActionButton toast={toast} action={toast.action} onDone={remove} />}
          <Button kind="quiet" aria-label="Dismiss this message" onClick={() => remove(toast.id)}>
            <Icon name="close" size={16} />
          </Button>
        </div>
      )),
    [toasts, remove],
  );
  return (
    <AppWrapper showToast={show}>
      {children}
      <div className={styles.toasts} role="status" aria-live="polite">
        {list}
      </div>
    </AppWrapper>
  );
}

function ActionButton({
  toast,
  action,
  onDone,
}: {
  toast: Toast;
  action: NonNullable<Toast['action']>;
  onDone: (id: number) => void;
}) {
  return (
    <Button
      onClick={() => {
        onDone(toast.id);
        action.onPress();
      }}
    >
      {action.label}
    </Button>
  );
}
