import { widgetName } from '#schemas/forms/name-of.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import banner from '../../look/Banner.module.css';
import { Icon } from '../../look/Icon.tsx';
import type { LoadFailure } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import type { ViewProps } from './viewProps.ts';

/** The fallback of a widget whose lazy-loaded code failed to load; the rest of the form works. */
export function WidgetLoadError<T extends WidgetType>({ widget, row, isOutdated }: ViewProps<T> & LoadFailure) {
  const store = useFormStore();
  return (
    <div className={`${banner.banner} ${banner.warn}`} id={store.elementId(widget, row)} tabIndex={-1}>
      <Icon name="warn" />
      <div className={banner.text}>
        <p className={banner.title}>{`${widgetName(widget)} could not be loaded`}</p>
        <p>
          {isOutdated
            ? 'There is a newer version of this page. Save what you have filled in, then reload.'
            : 'What you have filled in is still here. This part is tried again every few seconds.'}
        </p>
      </div>
    </div>
  );
}
