import { Icon } from '../../look/Icon.tsx';
import styles from './NumberField.module.css';
import { useStepper } from './useStepper.ts';

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
