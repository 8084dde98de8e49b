/** The user's local day, '2026-11-25': the base for `t` and `+7` and for guessing a missing year. */
export function localToday(): string {
  const now = new Date();
  return [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
}

const two = (part: number) => String(part).padStart(2, '0');
