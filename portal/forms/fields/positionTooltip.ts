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
