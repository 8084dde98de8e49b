import type { ValidWidget } from '#schemas/forms/form.ts';
import { loadable } from '../loadable.tsx';
import { useCellOfTable } from './cell.ts';

/** Lazy-loaded with the first tooltip (performance 2); if that fails, its text is shown inline. */
const Tip = loadable(async () => (await import('./Tip.tsx')).Tip, { missing: ({ tooltip }) => tooltip.content });

/** A tooltip next to an info button, opened by hover, focus or click. */
export function Tooltip({ widget, id }: { widget: ValidWidget; id: string }) {
  const { tooltip } = widget.config;
  // In a table the column header has the tooltip.
  const isInCell = useCellOfTable() !== null;
  return tooltip && tooltip.content !== '' && !isInCell ? (
    <Tip tooltip={tooltip} id={id} name={widget.meta.label} />
  ) : null;
}
