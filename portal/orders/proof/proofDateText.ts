import { formatDateTime } from '../../look/formatTime.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone: 'UTC' });

/**
 * Formats the date of a proof of work. Imported files have dates without a time; they are stored as midnight UTC and
 * are the same day in every time zone.
 */
export const proofDateText = (date: string): string =>
  date.endsWith('T00:00:00.000Z') ? day.format(new Date(date)) : formatDateTime(date);
