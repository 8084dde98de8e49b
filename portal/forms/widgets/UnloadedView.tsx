import { nameOf } from '#schemas/forms/name-of.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import banner from '../../look/Banner.module.css';
import { Icon } from '../../look/Icon.tsx';
import { useStore } from '../store/hooks.ts';
import type { ViewProps } from './viewProps.ts';

/** Stands where a part of the page did not arrive: what is filled in around it goes on. */
export function UnloadedView<T extends WidgetType>({ widget, row }: ViewProps<T>) {
  const store = useStore();
  return (
    <div className={`${banner.banner} ${banner.warn}`} id={store.elementId(widget, row)} tabIndex={-1}>
      <Icon name="warn" />
      <div className={banner.text}>
        <p className={banner.title}>{`${nameOf(widget)} could not be loaded`}</p>
        <p>What you have filled in is still here. This part comes by itself once the connection is back.</p>
      </div>
    </div>
  );
}
