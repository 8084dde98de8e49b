import { type ComponentType, memo } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormWidget, SoundWidget } from '#schemas/forms/form.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { useCell, useStore } from '../store/hooks.ts';
import { BrokenView } from './BrokenView.tsx';
import type { ViewProps } from './viewProps.ts';
import { views } from './views.ts';

/** A widget in its place: nothing while it is hidden, a mark where it cannot be read. */
export const WidgetView = memo(function WidgetView({ widget, row }: { widget: AnyWidget; row: Row }) {
  const { form } = useStore();
  if (widget.type === 'broken') return <BrokenView widget={widget} row={row} />;
  if (widget.config.hidden) return null;
  // Most widgets have no conditional script, and need nobody to listen for it.
  return form.scripts[widget.number]?.condition ? <Conditional widget={widget} row={row} /> : viewOf(widget, row);
});

function Conditional({ widget, row }: { widget: SoundWidget; row: Row }) {
  return useCell(widget, row).isShown ? viewOf(widget, row) : null;
}

function viewOf<T extends WidgetType>(widget: FormWidget<T>, row: Row) {
  const View: ComponentType<ViewProps<T>> = views[widget.type];
  return <View widget={widget} row={row} />;
}
