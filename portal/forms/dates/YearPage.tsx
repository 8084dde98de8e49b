import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';

interface YearPageProps {
  years: number[];
  current: number;
  /** Moves by this number of years. */
  onTurn: (years: number) => void;
  onPick: (year: number) => void;
}

/** The calendar page with nine years (spec 9). */
export function YearPage({ years, current, onTurn, onPick }: YearPageProps) {
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
