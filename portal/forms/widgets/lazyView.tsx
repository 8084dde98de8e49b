import { type ComponentType, lazy, Suspense } from 'react';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import styles from './LazyView.module.css';
import { UnloadedView } from './UnloadedView.tsx';
import type { ViewProps } from './viewProps.ts';

/** A view that is loaded when a form first has its widget; until then its place is kept free. */
export function lazyView<T extends WidgetType>(
  load: () => Promise<ComponentType<ViewProps<T>>>,
): ComponentType<ViewProps<T>> {
  // What can not be fetched, say without a network, must not take the whole form with it.
  const View = lazy(async () => ({ default: await load().catch(() => UnloadedView) }));
  return function LazyView(props: ViewProps<T>) {
    return (
      <Suspense fallback={<div className={styles.place} />}>
        <View {...props} />
      </Suspense>
    );
  };
}
