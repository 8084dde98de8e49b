import type { ComponentType } from 'react';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import styles from './LazyView.module.css';
import type { ViewProps } from './viewProps.ts';
import { WidgetLoadError } from './WidgetLoadError.tsx';

/** A view that is lazy-loaded when a form first contains its widget. A placeholder reserves its space. */
export const lazyView = <T extends WidgetType>(load: () => Promise<ComponentType<ViewProps<T>>>) =>
  lazyComponent(load, { fallback: Placeholder, errorFallback: WidgetLoadError });

const Placeholder = () => <div className={styles.place} />;
