import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './DatePicker.module.css';

interface ChoicesProps {
  label: string;
  choices: { value: number; text: string }[];
  current: number | undefined;
  onPick: (value: number) => void;
}

const columns = 3;

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };

/**
 * A grid of buttons in rows of three with roving tabindex: one tab stop, arrow keys move. The current one gets the
 * initial focus.
 */
export function CalendarGrid({ label, choices, current, onPick }: ChoicesProps) {
  const group = useRef<HTMLDivElement>(null);
  const stop = choices.some(({ value }) => value === current) ? current : choices[0]?.value;
  useEffect(() => group.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);
  const moveFocus = (event: KeyboardEvent, index: number) => {
    const step = steps[event.key];
    const next = step === undefined ? undefined : group.current?.children[index + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the header in a line of its own.
    <div ref={group} role="group" aria-label={label} className={styles.choices}>
      {choices.map(({ value, text }, index) => (
        <button
          key={value}
          type="button"
          className={styles.choice}
          aria-pressed={value === current}
          tabIndex={value === stop ? 0 : -1}
          onClick={() => onPick(value)}
          onKeyDown={(event) => moveFocus(event, index)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
