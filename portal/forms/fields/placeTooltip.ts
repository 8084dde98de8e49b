/** How near a tooltip may come to the edge of the window, in pixels (spec 9). */
const margin = 32;
const gap = 4;

type Side = 'top' | 'right' | 'bottom' | 'left';

/** Puts a tooltip at one side of its sign, moved so far that it stays within the window. */
export function placeTooltip(tip: HTMLElement, sign: HTMLElement, side: Side): void {
  const at = sign.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const middle = { left: at.left + (at.width - width) / 2, top: at.top + (at.height - height) / 2 };
  const places: Record<Side, { left: number; top: number }> = {
    top: { left: middle.left, top: at.top - height - gap },
    bottom: { left: middle.left, top: at.bottom + gap },
    left: { left: at.left - width - gap, top: middle.top },
    right: { left: at.right + gap, top: middle.top },
  };
  const { left, top } = places[side];
  tip.style.left = `${within(left, window.innerWidth - width)}px`;
  tip.style.top = `${within(top, window.innerHeight - height)}px`;
}

const within = (wanted: number, room: number) => Math.max(margin, Math.min(wanted, room - margin));
