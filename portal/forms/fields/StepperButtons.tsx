import { type PointerEvent, useEffect, useRef } from 'react';
import { Icon } from '../../look/Icon.tsx';
import styles from './NumberField.module.css';

/** The stepper buttons of a number input, for the mouse only: the keyboard has the arrow keys in the input. */
export function StepperButtons({ step, name }: { step: (by: number) => void; name: string }) {
  const up = useStepper(() => step(1));
  const down = useStepper(() => step(-1));
  return (
    <span className={styles.buttons}>
      <button type="button" tabIndex={-1} className={styles.button} aria-label={`Increase ${name}`} {...up}>
        <Icon name="up" size={16} />
      </button>
      <button type="button" tabIndex={-1} className={styles.button} aria-label={`Decrease ${name}`} {...down}>
        <Icon name="down" size={16} />
      </button>
    </span>
  );
}

/**
 * Repeats a step with increasing speed while a stepper button is pressed (spec 9). Returns the props of the button.
 */
function useStepper(step: () => void) {
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = step;
  });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const repeat = (elapsed: number) => {
    const delay = stepperRepeatDelay(elapsed);
    timer.current = setTimeout(() => {
      latest.current();
      repeat(elapsed + delay);
    }, delay);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return;
      // The input keeps the focus, and the pointer may leave the small button while it is pressed.
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

const firstDelay = 300;
const lastDelay = 5;
const shrinkTime = 3000;

/**
 * The delay before the next step of a stepper button that has been pressed for `elapsed` milliseconds: from 300 down to 5
 * over 3 seconds (spec 9).
 */
export function stepperRepeatDelay(elapsed: number): number {
  return firstDelay + (lastDelay - firstDelay) * Math.min(1, elapsed / shrinkTime);
}
