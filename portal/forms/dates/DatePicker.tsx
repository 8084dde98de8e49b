import { type RefObject, useEffect, useRef, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { buttonClass } from '../../look/Button.tsx';
import { usePopover } from '../lists/usePopover.ts';
import type { DatePrecision } from '../typed/typedKinds.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';
import styles from './DatePicker.module.css';
import { dateYearRange } from './dayBounds.ts';

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
