const milliseconds: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const bytes: Record<string, number> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Parses a duration such as '30m' to milliseconds; undefined unless it is a duration above zero. */
export function parseDuration(text: string): number | undefined {
  return amount(/^(\d{1,6})([smhd])$/.exec(text), milliseconds);
}

/** Parses a size such as '25MiB' to bytes; undefined unless it is a size above zero. */
export function parseSize(text: string): number | undefined {
  return amount(/^(\d{1,6})(B|KiB|MiB|GiB)$/.exec(text), bytes);
}

function amount(match: RegExpExecArray | null, units: Record<string, number>): number | undefined {
  const unit = units[match?.[2] ?? ''];
  const value = unit === undefined ? 0 : Number(match?.[1]) * unit;
  return value > 0 ? value : undefined;
}
