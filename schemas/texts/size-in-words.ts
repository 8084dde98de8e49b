const units = ['bytes', 'KiB', 'MiB', 'GiB'];

/** Formats a file size in the largest unit, with at most one decimal: 26214400 -> '25 MiB', 5583457485 -> '5.2 GiB'. */
export function sizeInWords(bytes: number): string {
  const power = units.findLastIndex((_, each) => bytes >= 1_024 ** each);
  const amount = bytes / 1_024 ** Math.max(power, 0);
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[Math.max(power, 0)]}`;
}
