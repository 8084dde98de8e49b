/** Formats a whole number with commas between thousands: 1234567 as 1,234,567. */
export const withThousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
