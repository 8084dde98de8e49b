import { dayText, momentText } from '#schemas/texts/moments.ts';

/**
 * Formats the date of a proof of work. Imported files have dates without a time; they are stored as midnight UTC and
 * are the same day in every time zone.
 */
export const proofDateText = (date: string): string =>
  date.endsWith('T00:00:00.000Z') ? dayText(date) : momentText(date);
