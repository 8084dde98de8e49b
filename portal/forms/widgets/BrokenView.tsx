import type { Row } from '#schemas/forms/filling/row.ts';
import type { BrokenWidget } from '#schemas/forms/form.ts';
import banner from '../../look/Banner.module.css';
import { Icon } from '../../look/Icon.tsx';
import { useFormStore } from '../store/hooks.ts';

/** The fallback of a widget with an invalid definition: shows the error, the rest of the form works. */
export function BrokenView({ widget, row }: { widget: BrokenWidget; row: Row }) {
  const store = useFormStore();
  return (
    <div className={`${banner.banner} ${banner.warn}`} id={store.elementId(widget, row)}>
      <Icon name="warn" />
      <div className={banner.text}>
        <p className={banner.title}>This part of the form can't be displayed</p>
        <p>{widget.message}</p>
      </div>
    </div>
  );
}
