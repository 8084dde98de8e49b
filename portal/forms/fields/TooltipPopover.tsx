import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { hidePopover, showPopover } from '../../look/browserSupport.ts';
import { Icon } from '../../look/Icon.tsx';
import styles from './Tooltip.module.css';

type TooltipConfig = NonNullable<ValidWidget['config']['tooltip']>;

/** The info button and the popover of a tooltip. */
export function TooltipPopover({ tooltip, id, name }: { tooltip: TooltipConfig; id: string; name: string }) {
  const { content, align, triggerMode } = tooltip;
  const sign = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hover = useHoverDelay(
    () => setOpen(true),
    () => setOpen(false),
  );
  useOpenTip({ isOpen, sign, tip, align });
  const pointing = triggerMode === 'hover' ? hover : {};
  return (
    <>
      <button
        ref={sign}
        type="button"
        className={styles.sign}
        aria-label={`About ${name || 'this field'}`}
        aria-describedby={id}
        {...pointing}
        onFocus={triggerMode === 'click' ? undefined : () => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={triggerMode === 'click' ? () => setOpen(!isOpen) : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          // Keep a surrounding dialog open.
          event.preventDefault();
          setOpen(false);
        }}
      >
        <Icon name="info" size={16} />
      </button>
      <span ref={tip} id={id} role="tooltip" popover="manual" className={styles.tip}>
        {content}
      </span>
    </>
  );
}

/** The hover delay in milliseconds (spec 9). */
const hoverDelay = 250;

function useHoverDelay(open: () => void, close: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: () => {
      timer.current = setTimeout(open, hoverDelay);
    },
    onPointerLeave: () => {
      clearTimeout(timer.current);
      close();
    },
  };
}

interface OpenTip {
  isOpen: boolean;
  sign: RefObject<HTMLElement | null>;
  tip: RefObject<HTMLElement | null>;
  align: TooltipConfig['align'];
}

function useOpenTip({ isOpen, sign, tip, align }: OpenTip): void {
  useEffect(() => {
    const shown = tip.current;
    if (!isOpen || !shown || !sign.current) return undefined;
    showPopover(shown);
    positionTooltip(shown, sign.current, align);
    return () => hidePopover(shown);
  }, [isOpen, sign, tip, align]);
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
