import type { ComponentType } from 'react';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { loadable } from '../loadable.tsx';
import styles from './LazyView.module.css';
import { UnloadedView } from './UnloadedView.tsx';
import type { ViewProps } from './viewProps.ts';

/** A view that is lazy-loaded when a form first contains its widget. A placeholder reserves its space. */
export const lazyView = <T extends WidgetType>(load: () => Promise<ComponentType<ViewProps<T>>>) =>
  loadable(load, { meanwhile: Placeholder, missing: UnloadedView });

const Placeholder = () => <div className={styles.place} />;
