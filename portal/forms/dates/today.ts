/** The person's own day, '2026-11-25': what `t` and `+7` count from, and what a missing year is guessed by. */
export function localToday(): string {
  const now = new Date();
  return [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
}

const two = (part: number) => String(part).padStart(2, '0');
