import '../look/tokens.css';
import { useRef, useSyncExternalStore } from 'react';
import styles from './FormView.module.css';
import { isLarge } from './isLarge.ts';
import { loadable } from './loadable.tsx';
import type { FormStore } from './store/formStore.ts';
import { StoreContext } from './store/hooks.ts';
import { useTyping } from './store/typing.ts';
import { HiddenFields } from './why/loaded.ts';
import { WidgetView } from './widgets/WidgetView.tsx';

/** Lazy: the order page lists the errors itself. */
const ErrorSummary = loadable(async () => (await import('./ErrorSummary.tsx')).ErrorSummary);

/**
 * Renders a form, editable or read-only. It depends on the design tokens and on nothing of the page around it, so the
 * portal and the back-office show the same form. The page saves `store.values()`.
 */
export function FormView({
  store,
  hasSummary = true,
}: {
  store: FormStore;
  /** Whether the form shows its own error summary. */
  hasSummary?: boolean;
}) {
  const top = useSyncExternalStore(store.watch, store.top);
  const hasHidden = useSyncExternalStore(store.watchHidden, () => store.hidden().length > 0);
  const view = useRef<HTMLDivElement>(null);
  useTyping(view);
  return (
    <StoreContext value={store}>
      <div ref={view} className={styles.form} data-large={isLarge(store.form) || undefined}>
        {hasSummary && <ErrorSummary store={store} />}
        <WidgetView widget={store.form.root} row={top} />
        {hasHidden && <HiddenFields store={store} />}
      </div>
    </StoreContext>
  );
}
