import { absoluteTime } from '../../look/times.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone: 'UTC' });

/** When something was done: a day without a time, as files have it, is kept as midnight UTC and is that day wherever it is read. */
export const whenDone = (date: string): string =>
  date.endsWith('T00:00:00.000Z') ? day.format(new Date(date)) : absoluteTime(date);
