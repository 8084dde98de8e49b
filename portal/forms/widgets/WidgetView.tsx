import { type ComponentType, memo, use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormWidget, ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { ChangeMarksContext } from '../marks/marks.ts';
import { useFieldCell, useFormStore } from '../store/hooks.ts';
import type { ViewProps } from './viewProps.ts';
import { widgetViews } from './widgetViews.ts';

/** Lazy: published forms have no broken widgets. */
const BrokenView = lazyComponent(async () => (await import('./BrokenView.tsx')).BrokenView);
const ReadField = lazyComponent(async () => (await import('../reading/ReadOnlyField.tsx')).ReadOnlyField);

/** Preloads the view of read-only fields. */
export const preloadReadOnlyField = ReadField.preload;

/** Whether a read-only widget is shown as text; files keep their links. */
const isReadAsText = ({ type }: ValidWidget) => widgetKinds[type].holds === 'value' && !type.includes('file');

/** Renders any widget: nothing while hidden, a fallback if it is broken, with a mark if it differs in a comparison. */
export const WidgetView = memo(function WidgetView({ widget, row }: { widget: AnyWidget; row: Row }) {
  const { form, isReadOnly } = useFormStore();
  const marks = use(ChangeMarksContext);
  if (widget.type === 'broken') return <BrokenView widget={widget} row={row} />;
  if (widget.config.hidden) return null;
  // Performance: most widgets have no conditional script, so they need no subscription.
  const isConditional = form.scripts[widget.number]?.condition;
  const view = isConditional ? <Conditional widget={widget} row={row} /> : renderView(widget, row, isReadOnly);
  if (!marks?.isMarked(widget, row)) return view;
  return (
    <marks.Marked widget={widget} row={row}>
      {view}
    </marks.Marked>
  );
});

function Conditional({ widget, row }: { widget: ValidWidget; row: Row }) {
  const { isReadOnly } = useFormStore();
  return useFieldCell(widget, row).isShown ? renderView(widget, row, isReadOnly) : null;
}

const renderView = (widget: ValidWidget, row: Row, isReadOnly: boolean) =>
  isReadOnly && isReadAsText(widget) ? <ReadField widget={widget} row={row} /> : viewOf(widget, row);

function viewOf<T extends WidgetType>(widget: FormWidget<T>, row: Row) {
  const View: ComponentType<ViewProps<T>> = widgetViews[widget.type];
  return <View widget={widget} row={row} />;
}
