import { isNothing, type ValueKind } from './kind.ts';

/**
 * A day as YYYY-MM-DD, or with includeTime also a moment in ISO form ending in milliseconds and Z; anything else, a day
 * that is in no calendar too, is the empty text (spec 5). Without includeDay it is the first of its month (design 7).
 */
export const date: ValueKind<'date_input'> = {
  holds: 'value',
  scriptType: 'date',
  isAbsent: isNothing,
  normal: (value, { includeTime, includeDay }) => {
    if (typeof value !== 'string') return '';
    const [, month, day, time] = shape.exec(value) ?? [];
    if (!month || !day || !isMoment(value) || (time && !includeTime)) return '';
    return includeDay ? value : `${month}-01${time ?? ''}`;
  },
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  misfits: () => [],
};

const shape = /^(\d{4}-\d{2})-(\d{2})(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/;

/** Date takes 30 February for 1 March, so what it read must print as what was written. */
function isMoment(value: string): boolean {
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}
