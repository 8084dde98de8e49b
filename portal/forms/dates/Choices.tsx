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

/** Choices in rows of three: one stop of the tab key, arrows go from one to the next. The current one has the focus at first. */
export function Choices({ label, choices, current, onPick }: ChoicesProps) {
  const group = useRef<HTMLDivElement>(null);
  const stop = choices.some(({ value }) => value === current) ? current : choices[0]?.value;
  useEffect(() => group.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);
  const go = (event: KeyboardEvent, index: number) => {
    const step = steps[event.key];
    const next = step === undefined ? undefined : group.current?.children[index + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes a line that the head has said already.
    <div ref={group} role="group" aria-label={label} className={styles.choices}>
      {choices.map(({ value, text }, index) => (
        <button
          key={value}
          type="button"
          className={styles.choice}
          aria-pressed={value === current}
          tabIndex={value === stop ? 0 : -1}
          onClick={() => onPick(value)}
          onKeyDown={(event) => go(event, index)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
