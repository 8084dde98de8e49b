/**
 * A stored moment as a date field shows it in the reader's zone. The field takes its value for UTC, so that the clock there says
 * what the reader's clock says. A text that could not be read stays as it is.
 */
export function localMoment(stored: string): string {
  const moment = storedMoment.test(stored) ? new Date(stored) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return stored;
  return new Date(moment.getTime() - moment.getTimezoneOffset() * minute).toISOString();
}

/** The moment that is stored for what the field has, by the reader's clock. */
export function momentFromLocal(shown: string): string {
  const moment = storedMoment.test(shown) ? new Date(shown.slice(0, -1)) : undefined;
  return !moment || Number.isNaN(moment.getTime()) ? shown : moment.toISOString();
}

const storedMoment = /^\d{4}-\d\d-\d\dT.+Z$/;
const minute = 60_000;
