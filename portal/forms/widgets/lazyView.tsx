import type { ComponentType } from 'react';
import { widgetName } from '#schemas/forms/name-of.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import banner from '../../look/Banner.module.css';
import { Icon } from '../../look/Icon.tsx';
import { type LoadFailure, lazyComponent } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import styles from './LazyView.module.css';
import type { ViewProps } from './viewProps.ts';

/** A view that is lazy-loaded when a form first contains its widget. A placeholder reserves its space. */
export const lazyView = <T extends WidgetType>(load: () => Promise<ComponentType<ViewProps<T>>>) =>
  lazyComponent(load, { fallback: Placeholder, errorFallback: WidgetLoadError });

const Placeholder = () => <div className={styles.place} />;

/** The fallback of a widget whose lazy-loaded code failed to load; the rest of the form works. */
function WidgetLoadError<T extends WidgetType>({ widget, row, isOutdated }: ViewProps<T> & LoadFailure) {
  const store = useFormStore();
  return (
    <div className={`${banner.banner} ${banner.warn}`} id={store.elementId(widget, row)} tabIndex={-1}>
      <Icon name="warn" />
      <div className={banner.text}>
        <p className={banner.title}>{`${widgetName(widget)} couldn't be loaded`}</p>
        <p>
          {isOutdated
            ? 'A new version of this page is available. Save your changes, then reload.'
            : "Your changes aren't lost. We'll try again every few seconds."}
        </p>
      </div>
    </div>
  );
}
