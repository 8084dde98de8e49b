/**
 * Asks for one record apart from what lists have kept of it: a list leaves the free maps out of its rows, and
 * react-admin would let such a row stand in for the record.
 */
export const wholeRecord = { meta: { whole: true } };
