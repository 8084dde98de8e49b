import type { ValidWidget } from '#schemas/forms/form.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { useTableCell } from './tableCell.ts';

/** Lazy-loaded with the first tooltip (performance 2); if that fails, its text is shown inline. */
const Tip = lazyComponent(async () => (await import('./TooltipPopover.tsx')).TooltipPopover, {
  errorFallback: ({ tooltip }) => tooltip.content,
});

/** A tooltip next to an info button, opened by hover, focus or click. */
export function Tooltip({ widget, id }: { widget: ValidWidget; id: string }) {
  const { tooltip } = widget.config;
  // In a table the column header has the tooltip.
  const isInCell = useTableCell() !== null;
  return tooltip && tooltip.content !== '' && !isInCell ? (
    <Tip tooltip={tooltip} id={id} name={widget.meta.label} />
  ) : null;
}
