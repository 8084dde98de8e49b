/** The default range of years of a date field (design 7, "Typed values"). */
export const dateYearRange = { first: 1900, last: 9999 } as const;
