import type { SoundWidget } from '#schemas/forms/form.ts';
import { loadable } from '../loadable.tsx';
import { useCellOfTable } from './cell.ts';

/** Loaded with the first one (performance 2); where it can not be, its text stands there. */
const Tip = loadable(async () => (await import('./Tip.tsx')).Tip, { missing: ({ tooltip }) => tooltip.content });

/** A short explanation that comes over the page beside its sign: when pointed at, on focus, or when pressed. */
export function Tooltip({ widget, id }: { widget: SoundWidget; id: string }) {
  const { tooltip } = widget.config;
  // In a table the sign stands once, in the column's head.
  const isInCell = useCellOfTable() !== null;
  return tooltip && tooltip.content !== '' && !isInCell ? (
    <Tip tooltip={tooltip} id={id} name={widget.meta.label} />
  ) : null;
}
