import type { ComponentType } from 'react';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { loadable } from '../loadable.tsx';
import styles from './LazyView.module.css';
import { UnloadedView } from './UnloadedView.tsx';
import type { ViewProps } from './viewProps.ts';

/** A view that is loaded when a form first has its widget; until then its place is kept free. */
export const lazyView = <T extends WidgetType>(load: () => Promise<ComponentType<ViewProps<T>>>) =>
  loadable(load, { meanwhile: Place, missing: UnloadedView });

const Place = () => <div className={styles.place} />;
