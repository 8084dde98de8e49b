import { valueText } from '#schemas/changes/words/place.ts';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import type { NormalizedValue as Change } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Banner } from '../../look/Banner.tsx';

/** Lists the values that the form's rules normalized during a save, so that no input changes silently (design 6). */
export function NormalizedValuesBanner({ store, changes }: { store: FormStore; changes: readonly Change[] }) {
  return (
    <Banner status="info" title="Saved. The form's rules adjusted these values:">
      <ul>
        {changes.map(({ path, from, to }) => {
          const field = locateWidget(store.rootRow(), path);
          return (
            <li key={path}>{`${field ? widgetName(field.widget) : path}: ${valueText(from)} → ${valueText(to)}`}</li>
          );
        })}
      </ul>
    </Banner>
  );
}
