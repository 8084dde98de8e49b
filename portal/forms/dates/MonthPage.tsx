import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';
import { monthAt } from './moments.ts';

interface MonthPageProps {
  year: number;
  /** 0 to 11; undefined in a year without a selection. */
  current: number | undefined;
  onTurn: (years: number) => void;
  onYears: () => void;
  onPick: (month: number) => void;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

const months = Array.from({ length: 12 }, (_, month) => ({
  value: month,
  text: monthName.format(monthAt(2000, month)),
}));

/** The calendar page with the months of a year. */
export function MonthPage({ year, current, onTurn, onYears, onPick }: MonthPageProps) {
  return (
    <>
      <CalendarHeader title={String(year)} hint="Choose a year" turn="year" onTitle={onYears} onTurn={onTurn} />
      <CalendarGrid label="Month" choices={months} current={current} onPick={onPick} />
    </>
  );
}
