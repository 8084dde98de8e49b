import { type RefObject, useLayoutEffect, useRef } from 'react';
import { hidePopover, showPopover } from '../../look/browserSupport.ts';
import type { TypedField, TypedKind } from '../typed/typedField.ts';
import type { DatePrecision } from '../typed/typedKinds.ts';
import styles from './DateInput.module.css';

interface DateReadingProps {
  picking: DatePrecision;
  kind: TypedKind;
  zoneName: string;
  input: RefObject<HTMLInputElement | null>;
  /** The ref for the function that receives each state of the field. */
  show: RefObject<((field: TypedField) => void) | null>;
  now: () => TypedField | undefined;
  isAnnounced: boolean;
}

/**
 * A popover below the field that shows how the typed date is parsed, 'Tue, Mar 31, 2026'. It updates the DOM directly,
 * without React renders.
 */
export function ParsedDateHint({ picking, kind, zoneName, input, show, now, isAnnounced }: DateReadingProps) {
  const popup = useRef<HTMLSpanElement>(null);
  const live = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [element, control] = [popup.current, input.current];
    if (!element || !control) return undefined;
    const updatePosition = () => {
      const { left, bottom } = control.getBoundingClientRect();
      element.style.left = `${left}px`;
      element.style.top = `${bottom + gap}px`;
    };
    let isOpen = false;
    const toggle = (shouldOpen: boolean) => {
      if (shouldOpen === isOpen) return;
      isOpen = shouldOpen;
      if (shouldOpen) {
        showPopover(element);
        updatePosition();
        window.addEventListener('scroll', updatePosition, { capture: true, passive: true });
      } else {
        hidePopover(element);
        window.removeEventListener('scroll', updatePosition, { capture: true });
      }
    };
    const paint = (field: TypedField) => {
      const words = field.isFocused && field.isTyped ? readingOf(field.value, { picking, kind, zoneName }) : '';
      if (words !== '' && element.textContent !== words) element.textContent = words;
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

/** The gap between field and popover, in pixels. */
const gap = 4;

const formats: Record<DatePrecision, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  moment: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
};

/** Formats a stored date or time; '' for text that could not be parsed, which `show` returns unchanged. */
function readingOf(
  value: unknown,
  { picking, kind, zoneName }: Pick<DateReadingProps, 'picking' | 'kind' | 'zoneName'>,
): string {
  if (typeof value !== 'string' || kind.format(value) === value) return '';
  const hasTime = picking === 'moment' && value.includes('T');
  const format = picking === 'moment' && !hasTime ? formats.day : formats[picking];
  const moment = new Date(picking === 'time' ? `2000-01-01T${value}Z` : value);
  // Intl puts a narrow no-break space before AM and PM.
  const words = new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' })
    .format(moment)
    .replaceAll('\u202f', ' ');
  return hasTime ? `${words} ${zoneName}`.trim() : words;
}
