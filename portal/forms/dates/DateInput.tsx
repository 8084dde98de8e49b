import { useControlledSource } from '../typed/useControlledSource.ts';
import { DateControl, type SharedDateProps } from './DateControl.tsx';
import styles from './DateInput.module.css';

interface DateInputProps extends SharedDateProps {
  /**
   * A stored date or time ('2026-03-31', '2026-03-31T20:30:00.000Z', '20:30'), or the typed text that could not be
   * parsed.
   */
  value: string;
  /**
   * Called on every keystroke with the date as stored, '' for blank text, or the text itself if it cannot be parsed.
   */
  onChange: (value: string) => void;
  /** Called on blur: from then on unparsable text is shown as an error. */
  onLeave?: () => void;
  /** Wraps the input in a positioned box for the calendar button, if nothing around it is positioned. */
  hasBox?: boolean;
}

/** A `DateControl` for pages that keep the value in React state. */
export function DateInput({ value, onChange, onLeave, hasBox = false, ...shared }: DateInputProps) {
  const source = useControlledSource({
    value,
    onChange: (next) => onChange(typeof next === 'string' ? next : ''),
    onLeave,
  });
  const input = <DateControl {...shared} source={source} />;
  return hasBox ? <span className={styles.box}>{input}</span> : input;
}
