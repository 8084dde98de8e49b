import { useEffect, useRef } from 'react';
import { buttonClass } from '../../look/Button.tsx';
import styles from './DatePicker.module.css';
import type { TimeOfDay } from './moments.ts';

interface TimeOfDayInputProps {
  /** Undefined before a day is picked: then midnight is shown. */
  time: TimeOfDay | undefined;
  /** Without a day: the time gets the focus and has no time zone. */
  isAlone: boolean;
  onChange: (time: TimeOfDay) => void;
  onDone: () => void;
}

const midnight: TimeOfDay = { hour: 12, minute: 0, isAfternoon: false };
const hours = Array.from({ length: 12 }, (_, index) => index + 1);
const minutes = Array.from({ length: 60 }, (_, index) => index);

/** A time picker: hours 1 to 12, minutes, AM or PM (spec 9). */
export function TimeOfDayInput({ time = midnight, isAlone, onChange, onDone }: TimeOfDayInputProps) {
  const hour = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isAlone) hour.current?.focus();
  }, [isAlone]);
  return (
    <div className={styles.time}>
      <select
        ref={hour}
        aria-label="Hour"
        value={time.hour}
        onChange={(event) => onChange({ ...time, hour: Number(event.currentTarget.value) })}
      >
        {hours.map((hour) => (
          <option key={hour}>{hour}</option>
        ))}
      </select>
      :
      <select
        aria-label="Minute"
        value={time.minute}
        onChange={(event) => onChange({ ...time, minute: Number(event.currentTarget.value) })}
      >
        {minutes.map((minute) => (
          <option key={minute} value={minute}>
            {String(minute).padStart(2, '0')}
          </option>
        ))}
      </select>
      <select
        aria-label="AM or PM"
        value={time.isAfternoon ? 'PM' : 'AM'}
        onChange={(event) => onChange({ ...time, isAfternoon: event.currentTarget.value === 'PM' })}
      >
        <option>AM</option>
        <option>PM</option>
      </select>
      <span className={styles.zone}>{isAlone ? '' : 'UTC'}</span>
      <button type="button" className={`${buttonClass()} ${styles.done}`} onClick={onDone}>
        Done
      </button>
    </div>
  );
}
