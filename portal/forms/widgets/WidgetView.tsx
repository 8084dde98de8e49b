import { type ComponentType, memo, use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormWidget, SoundWidget } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { loadable } from '../loadable.tsx';
import { MarksContext } from '../marks/marks.ts';
import { useCell, useStore } from '../store/hooks.ts';
import type { ViewProps } from './viewProps.ts';
import { views } from './views.ts';

/** No form that was published has one. */
const BrokenView = loadable(async () => (await import('./BrokenView.tsx')).BrokenView);
const ReadField = loadable(async () => (await import('../reading/ReadField.tsx')).ReadField);

/** Fetches what forms are read by that nobody fills in. */
export const readingAhead = ReadField.ahead;

/** What a person would type or choose: what is only read of it is a text. Files keep their links. */
const isWritten = ({ type }: SoundWidget) => kinds[type].holds === 'value' && !type.includes('file');

/** A widget in its place: nothing while it is hidden, said where it cannot be read or differs from what it is compared with. */
export const WidgetView = memo(function WidgetView({ widget, row }: { widget: AnyWidget; row: Row }) {
  const { form, isReadOnly } = useStore();
  const marks = use(MarksContext);
  if (widget.type === 'broken') return <BrokenView widget={widget} row={row} />;
  if (widget.config.hidden) return null;
  // Most widgets have no conditional script, and need nobody to listen for it.
  const isAsked = form.scripts[widget.number]?.condition;
  const view = isAsked ? <Conditional widget={widget} row={row} /> : shownAs(widget, row, isReadOnly);
  if (!marks?.isMarked(widget, row)) return view;
  return (
    <marks.Marked widget={widget} row={row}>
      {view}
    </marks.Marked>
  );
});

function Conditional({ widget, row }: { widget: SoundWidget; row: Row }) {
  const { isReadOnly } = useStore();
  return useCell(widget, row).isShown ? shownAs(widget, row, isReadOnly) : null;
}

const shownAs = (widget: SoundWidget, row: Row, isReadOnly: boolean) =>
  isReadOnly && isWritten(widget) ? <ReadField widget={widget} row={row} /> : viewOf(widget, row);

function viewOf<T extends WidgetType>(widget: FormWidget<T>, row: Row) {
  const View: ComponentType<ViewProps<T>> = views[widget.type];
  return <View widget={widget} row={row} />;
}
