import { type PointerEvent, useEffect, useRef } from 'react';
import { repeatDelay } from './repeatDelay.ts';

/** Repeats a step while a button is held down, faster and faster (spec 9). The props go on the button. */
export function useSpinner(step: () => void) {
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = step;
  });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const repeat = (held: number) => {
    const delay = repeatDelay(held);
    timer.current = setTimeout(() => {
      latest.current();
      repeat(held + delay);
    }, delay);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return;
      // The field keeps the focus, and the pointer may slide off the small button while it is held.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      stop();
      latest.current();
      repeat(0);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onLostPointerCapture: stop,
  };
}
