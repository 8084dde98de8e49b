import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TypedField, TypedKind } from '../typed/typedField.ts';
import type { Picking } from '../typed/typedKinds.ts';
import styles from './DateInput.module.css';

interface DateReadingProps {
  picking: Picking;
  kind: TypedKind;
  zoneName: string;
  input: RefObject<HTMLInputElement | null>;
  /** Where to be called with each state of the field. */
  show: RefObject<((field: TypedField) => void) | null>;
  now: () => TypedField | undefined;
  isAnnounced: boolean;
}

/** How a typed date is read, 'Tue, Mar 31, 2026', over the page under its field while somebody types. Written without React. */
export function DateReading({ picking, kind, zoneName, input, show, now, isAnnounced }: DateReadingProps) {
  const popup = useRef<HTMLSpanElement>(null);
  const live = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [shown, control] = [popup.current, input.current];
    if (!shown || !control) return undefined;
    const place = () => {
      const { left, bottom } = control.getBoundingClientRect();
      shown.style.left = `${left}px`;
      shown.style.top = `${bottom + gap}px`;
    };
    let isOpen = false;
    const toggle = (isWanted: boolean) => {
      if (isWanted === isOpen) return;
      isOpen = isWanted;
      shown.togglePopover(isWanted);
      if (isWanted) {
        place();
        window.addEventListener('scroll', place, { capture: true, passive: true });
      } else window.removeEventListener('scroll', place, { capture: true });
    };
    const paint = (field: TypedField) => {
      const words = field.isFocused && field.isTyped ? readingOf(field.value, { picking, kind, zoneName }) : '';
      if (words !== '' && shown.textContent !== words) shown.textContent = words;
      if (live.current && live.current.textContent !== words) live.current.textContent = words;
      toggle(words !== '');
    };
    show.current = paint;
    const field = now();
    if (field) paint(field);
    return () => {
      show.current = null;
      toggle(false);
    };
  }, [picking, kind, zoneName, input, show, now]);
  return (
    <>
      <span ref={popup} popover="manual" className={styles.reading} aria-hidden="true" />
      {isAnnounced && <span ref={live} className={styles.announced} aria-live="polite" />}
    </>
  );
}

/** Room between a field and how it is read, in pixels. */
const gap = 4;

const formats: Record<Picking, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  moment: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
};

/** A stored date or time in words; '' for a text that could not be read, which stays the same when it is shown. */
function readingOf(
  value: unknown,
  { picking, kind, zoneName }: Pick<DateReadingProps, 'picking' | 'kind' | 'zoneName'>,
): string {
  if (typeof value !== 'string' || kind.show(value) === value) return '';
  const hasTime = picking === 'moment' && value.includes('T');
  const format = picking === 'moment' && !hasTime ? formats.day : formats[picking];
  const moment = new Date(picking === 'time' ? `2000-01-01T${value}Z` : value);
  // Intl puts a narrow no-break space before AM and PM.
  const words = new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' })
    .format(moment)
    .replaceAll('\u202f', ' ');
  return hasTime ? `${words} ${zoneName}`.trim() : words;
}
