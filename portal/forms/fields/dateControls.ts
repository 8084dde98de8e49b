import type { Picking as Control } from '../dates/moments.ts';

/** What each kind of date control shows of a value and gives for what stands in it; and the format of one without its own. */
export const dateControls = {
  day: {
    type: 'date',
    format: 'M/d/yy',
    textOf: (value) => text(value).slice(0, 10),
    valueFor: (shown) => shown,
  },
  month: {
    type: 'month',
    format: 'MMMM yyyy',
    textOf: (value) => text(value).slice(0, 7),
    valueFor: (shown) => shown && `${shown}-01`,
  },
  moment: {
    type: 'datetime-local',
    format: 'M/d/yy h:mm a',
    textOf: (value) => (text(value).includes('T') ? text(value).slice(0, 16) : text(value) && `${text(value)}T00:00`),
    valueFor: (shown) => shown && `${shown.slice(0, 16)}:00.000Z`,
  },
} as const satisfies Record<
  Control,
  {
    type: string;
    format: string;
    textOf: (value: unknown) => string;
    valueFor: (shown: string) => string;
  }
>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
