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

/** The minimum distance of a tooltip from the window's edge, in pixels (spec 9). */
const margin = 32;
const gap = 4;

type Side = 'top' | 'right' | 'bottom' | 'left';

/** Positions a tooltip beside its button, shifted to stay inside the viewport. */
export function positionTooltip(tip: HTMLElement, sign: HTMLElement, side: Side): void {
  const at = sign.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const middle = { left: at.left + (at.width - width) / 2, top: at.top + (at.height - height) / 2 };
  const positions: Record<Side, { left: number; top: number }> = {
    top: { left: middle.left, top: at.top - height - gap },
    bottom: { left: middle.left, top: at.bottom + gap },
    left: { left: at.left - width - gap, top: middle.top },
    right: { left: at.right + gap, top: middle.top },
  };
  const { left, top } = positions[side];
  tip.style.left = `${clamp(left, window.innerWidth - width)}px`;
  tip.style.top = `${clamp(top, window.innerHeight - height)}px`;
}

const clamp = (offset: number, room: number) => Math.max(margin, Math.min(offset, room - margin));
