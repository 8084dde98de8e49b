/**
 * Shifts a stored moment for a date field, which shows UTC, so that it displays local time. Returns unparsable text
 * unchanged.
 */
export function localMoment(stored: string): string {
  const moment = storedMoment.test(stored) ? new Date(stored) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return stored;
  return new Date(moment.getTime() - moment.getTimezoneOffset() * minute).toISOString();
}

/** Converts a date field's local time back to the moment to store; returns unparsable text unchanged. */
export function momentFromLocal(shown: string): string {
  const moment = storedMoment.test(shown) ? new Date(shown.slice(0, -1)) : undefined;
  return !moment || Number.isNaN(moment.getTime()) ? shown : moment.toISOString();
}

const storedMoment = /^\d{4}-\d\d-\d\dT.+Z$/;
const minute = 60_000;
