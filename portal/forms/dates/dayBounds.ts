/** The moment at which a stored day, 2026-01-31, begins where the reader is. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** The last moment of a stored day where the reader is. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
