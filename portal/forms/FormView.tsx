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

/** An order's page has its own list of what is wrong. */
const ErrorSummary = loadable(async () => (await import('./ErrorSummary.tsx')).ErrorSummary);

/**
 * A form to fill in, or to read when its store is read-only. It depends on the look's tokens and on nothing of the page
 * around it, so the portal and the back-office show the same. Saving is the page's: it takes `store.values()`.
 */
export function FormView({
  store,
  hasSummary = true,
}: {
  store: FormStore;
  /** Whether the page leaves it to the form to list what is wrong. */
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
