/**
 * Query option that loads a record separately from lists: their rows lack the free maps, and react-admin would use them
 * as cached records.
 */
export const fullRecordQuery = { meta: { whole: true } };
