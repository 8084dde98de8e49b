import '../look/tokens.css';
import { useRef, useSyncExternalStore } from 'react';
import styles from './FormView.module.css';
import { isLarge } from './isLarge.ts';
import { lazyComponent } from './lazyComponent.tsx';
import type { FormStore } from './store/formStore.ts';
import { FormStoreContext } from './store/hooks.ts';
import { useInputDelegation } from './store/inputDelegation.ts';
import { LazyHiddenFields } from './why/lazyExplanations.ts';
import { WidgetView } from './widgets/WidgetView.tsx';

/** Lazy: the order page lists the errors itself. */
const ErrorSummary = lazyComponent(async () => (await import('./ErrorSummary.tsx')).ErrorSummary);

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
  const top = useSyncExternalStore(store.subscribeAll, store.rootRow);
  const hasConditions = useSyncExternalStore(store.subscribeVisibility, () => hasReadConditions(store.form));
  const view = useRef<HTMLDivElement>(null);
  useInputDelegation(view);
  return (
    <FormStoreContext value={store}>
      <div ref={view} className={styles.form} data-form data-large={isLarge(store.form) || undefined}>
        {hasSummary && <ErrorSummary store={store} />}
        <WidgetView widget={store.form.root} row={top} />
        {hasConditions && <LazyHiddenFields store={store} />}
      </div>
    </FormStoreContext>
  );
}

const hasReadConditions = ({ scripts }: FormStore['form']) =>
  scripts.some(({ condition }) => condition !== null && !condition.isPending);
