import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { buttonClass } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { usePopover } from '../lists/usePopover.ts';
import type { DatePrecision } from '../typed/typedKinds.ts';
import styles from './DatePicker.module.css';
import { dateYearRange } from './days.ts';
import {
  monthAt,
  parseStoredMoment,
  type TimeOfDay,
  timeOfDay,
  toStoredMoment,
  withTimeOfDay,
  yearPage,
} from './moments.ts';

/** The props of the calendar. */
export interface DatePickerProps {
  picking: DatePrecision;
  /** The field's name, for the label. */
  name: string;
  /** The first selectable year. */
  minYear?: number | undefined;
  value: () => unknown;
  onPick: (value: string) => void;
  onClose: () => void;
  /** The button that opened the calendar. */
  anchor: RefObject<HTMLElement | null>;
}

/** The calendar popover: days, the months of a year, pages of nine years, and a time if the date has one (spec 9). */
export function DatePicker(props: DatePickerProps) {
  const { picking, name, minYear = dateYearRange.first, value, onPick, onClose, anchor } = props;
  const popup = useRef<HTMLDivElement>(null);
  usePopover({ isOpen: true, anchor, popup, size: 'own' });
  const [selected, setSelected] = useState(() => parseStoredMoment(value(), minYear));
  const [shown, setShown] = useState(() => selected ?? new Date());
  const [page, setPage] = useState<'days' | 'months' | 'years' | 'time'>(firstPages[picking]);
  const [year, month] = [shown.getUTCFullYear(), shown.getUTCMonth()];

  const pick = (moment: Date, isDone: boolean) => {
    setSelected(moment);
    onPick(toStoredMoment(moment, picking));
    if (isDone) onClose();
  };
  const pickDay = (day: Date) => {
    const moment = new Date(day.getTime());
    pick(
      picking === 'moment' ? withTimeOfDay(moment, timeOfDay(selected ?? monthAt(year, 0))) : moment,
      picking === 'day',
    );
  };
  const pickMonth = (index: number) => {
    if (picking === 'month') return pick(monthAt(year, index), true);
    setShown(monthAt(year, index));
    setPage('days');
  };
  return (
    <div
      ref={popup}
      popover="auto"
      role="dialog"
      aria-label={picking === 'time' ? `Time for ${name}` : `Calendar for ${name}`}
      className={styles.picker}
      // Tab out of the calendar closes it.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && relatedTarget !== anchor.current && !currentTarget.contains(relatedTarget)) onClose();
      }}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {page === 'years' && (
        <YearPage
          years={yearPage(year, minYear)}
          current={year}
          onTurn={(by) => setShown(monthAt(year + by, month, minYear))}
          onPick={(each) => {
            setShown(monthAt(each, month));
            setPage('months');
          }}
        />
      )}
      {page === 'months' && (
        <MonthPage
          year={year}
          current={selected?.getUTCFullYear() === year ? selected.getUTCMonth() : undefined}
          onTurn={(by) => setShown(monthAt(year + by, month, minYear))}
          onYears={() => setPage('years')}
          onPick={pickMonth}
        />
      )}
      {page === 'days' && (
        <>
          <CalendarHeader
            title={monthName.format(shown)}
            hint="Choose a year"
            turn="month"
            onTitle={() => setPage('years')}
            onTurn={(by) => setShown(monthAt(year, month + by, minYear))}
          />
          <DayPicker
            mode="single"
            required
            autoFocus
            hideNavigation
            timeZone="UTC"
            selected={selected}
            onSelect={pickDay}
            month={monthAt(year, month)}
            onMonthChange={(at) => setShown(new Date(at.getTime()))}
            startMonth={monthAt(minYear, 0, minYear)}
            endMonth={monthAt(9999, 11)}
            classNames={classNames}
            components={{ MonthCaption: EmptyCaption }}
          />
        </>
      )}
      {(page === 'time' || (picking === 'moment' && page === 'days')) && (
        <TimeOfDayInput
          time={selected && timeOfDay(selected)}
          isAlone={picking === 'time'}
          onChange={(time) => pick(withTimeOfDay(selected ?? shown, time), false)}
          onDone={onClose}
        />
      )}
    </div>
  );
}

const firstPages = { day: 'days', month: 'months', moment: 'days', time: 'time' } as const;

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const EmptyCaption = () => <></>;

const classNames = {
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.cell ?? '',
  day_button: styles.choice ?? '',
  selected: styles.selected ?? '',
  today: styles.today ?? '',
};

interface YearPageProps {
  years: number[];
  current: number;
  /** Moves by this number of years. */
  onTurn: (years: number) => void;
  onPick: (year: number) => void;
}

/** The calendar page with nine years (spec 9). */
function YearPage({ years, current, onTurn, onPick }: YearPageProps) {
  return (
    <>
      <CalendarHeader
        title={`${years[0]} – ${years.at(-1)}`}
        turn={`${years.length} years`}
        onTurn={(by) => onTurn(by * years.length)}
      />
      <CalendarGrid
        label="Year"
        choices={years.map((year) => ({ value: year, text: String(year) }))}
        current={current}
        onPick={onPick}
      />
    </>
  );
}

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
function TimeOfDayInput({ time = midnight, isAlone, onChange, onDone }: TimeOfDayInputProps) {
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

interface MonthPageProps {
  year: number;
  /** 0 to 11; undefined in a year without a selection. */
  current: number | undefined;
  onTurn: (years: number) => void;
  onYears: () => void;
  onPick: (month: number) => void;
}

const shortMonthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

const months = Array.from({ length: 12 }, (_, month) => ({
  value: month,
  text: shortMonthName.format(monthAt(2000, month)),
}));

/** The calendar page with the months of a year. */
function MonthPage({ year, current, onTurn, onYears, onPick }: MonthPageProps) {
  return (
    <>
      <CalendarHeader title={String(year)} hint="Choose a year" turn="year" onTitle={onYears} onTurn={onTurn} />
      <CalendarGrid label="Month" choices={months} current={current} onPick={onPick} />
    </>
  );
}

interface HeadProps {
  title: string;
  /** What a click on the title does; without a hint the title is plain text. */
  hint?: string;
  onTitle?: () => void;
  /** The unit of the previous and next buttons: 'month'. */
  turn: string;
  onTurn: (by: 1 | -1) => void;
}

/** The header of a calendar page: its title between the previous and next buttons. */
function CalendarHeader({ title, hint, onTitle, turn, onTurn }: HeadProps) {
  return (
    <div className={styles.head}>
      <button type="button" className={styles.turn} aria-label={`Previous ${turn}`} onClick={() => onTurn(-1)}>
        <Icon name="previous" size={16} />
      </button>
      {onTitle ? (
        <button type="button" className={styles.title} aria-label={`${title}: ${hint}`} onClick={onTitle}>
          <span>{title}</span>
          <Icon name="down" size={16} />
        </button>
      ) : (
        <span className={styles.title}>{title}</span>
      )}
      <button type="button" className={styles.turn} aria-label={`Next ${turn}`} onClick={() => onTurn(1)}>
        <Icon name="next" size={16} />
      </button>
    </div>
  );
}

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
function CalendarGrid({ label, choices, current, onPick }: ChoicesProps) {
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
