import { type RefObject, useRef, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { usePopup } from '../lists/usePopup.ts';
import styles from './DatePicker.module.css';
import { Head } from './Head.tsx';
import { MonthPage } from './MonthPage.tsx';
import { atTime, momentOf, monthAt, type Picking, timeOf, valueFor, yearPage } from './moments.ts';
import { TimeOfDayInput } from './TimeOfDayInput.tsx';
import { YearPage } from './YearPage.tsx';

export interface DatePickerProps {
  picking: Picking;
  /** The field's name. */
  name: string;
  value: () => unknown;
  onPick: (value: string) => void;
  onClose: () => void;
  /** The button that opened it. */
  anchor: RefObject<HTMLElement | null>;
}

/** A calendar over the page: days, the months of a year, nine years; and the time where a date has one (spec 9). */
export function DatePicker({ picking, name, value, onPick, onClose, anchor }: DatePickerProps) {
  const popup = useRef<HTMLDivElement>(null);
  usePopup({ isOpen: true, anchor, popup, size: 'own' });
  const [picked, setPicked] = useState(() => momentOf(value()));
  const [shown, setShown] = useState(() => picked ?? new Date());
  const [page, setPage] = useState<'days' | 'months' | 'years'>(picking === 'month' ? 'months' : 'days');
  const [year, month] = [shown.getUTCFullYear(), shown.getUTCMonth()];

  const pick = (moment: Date, isDone: boolean) => {
    setPicked(moment);
    onPick(valueFor(moment, picking));
    if (isDone) onClose();
  };
  const pickDay = (day: Date) => {
    const moment = new Date(day.getTime());
    pick(picking === 'moment' ? atTime(moment, timeOf(picked ?? monthAt(year, 0))) : moment, picking === 'day');
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
      aria-label={`Calendar for ${name}`}
      className={styles.picker}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {page === 'years' && (
        <YearPage
          years={yearPage(year)}
          current={year}
          onTurn={(by) => setShown(monthAt(year + by, month))}
          onPick={(each) => {
            setShown(monthAt(each, month));
            setPage('months');
          }}
        />
      )}
      {page === 'months' && (
        <MonthPage
          year={year}
          current={picked?.getUTCFullYear() === year ? picked.getUTCMonth() : undefined}
          onTurn={(by) => setShown(monthAt(year + by, month))}
          onYears={() => setPage('years')}
          onPick={pickMonth}
        />
      )}
      {page === 'days' && (
        <>
          <Head
            title={monthName.format(shown)}
            hint="Choose a year"
            turn="month"
            onTitle={() => setPage('years')}
            onTurn={(by) => setShown(monthAt(year, month + by))}
          />
          <DayPicker
            mode="single"
            required
            autoFocus
            hideNavigation
            timeZone="UTC"
            selected={picked}
            onSelect={pickDay}
            month={monthAt(year, month)}
            onMonthChange={(at) => setShown(new Date(at.getTime()))}
            startMonth={monthAt(1, 0)}
            endMonth={monthAt(9999, 11)}
            classNames={classNames}
            components={{ MonthCaption: Nothing }}
          />
        </>
      )}
      {picking === 'moment' && page === 'days' && (
        <TimeOfDayInput
          time={picked && timeOf(picked)}
          onChange={(time) => pick(atTime(picked ?? shown, time), false)}
          onDone={onClose}
        />
      )}
    </div>
  );
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const Nothing = () => <></>;

const classNames = {
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.cell ?? '',
  day_button: styles.choice ?? '',
  selected: styles.selected ?? '',
  today: styles.today ?? '',
};
