import { useSyncExternalStore } from 'react';

type Formatter = (value: string, format: string) => string;

/**
 * A stored date or time as its format writes it, in luxon's tokens, in en-US and utc (spec 9). The spec's own formats need
 * no luxon; for any other one it is loaded when it is first needed, and until then the value stands as it is stored.
 */
export function useFormatted(value: unknown, format: string): string {
  const known = plainFormats[format];
  const formatter = useSyncExternalStore(known ? nobody : watchLuxon, () => luxon);
  if (typeof value !== 'string' || value === '') return '';
  return (known ?? formatter ?? asStored)(value, format);
}

const asStored: Formatter = (value) => value;

const day = { year: '2-digit', month: 'numeric', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;

/** The formats that are there without being asked for. */
const plainFormats: Readonly<Record<string, Formatter>> = {
  'M/d/yy': (value) => intl(value, day),
  'M/d/yy h:mm a': (value) => `${intl(value, day)} ${intl(value, time)}`,
  'MMMM yyyy': (value) => intl(value, { year: 'numeric', month: 'long' }),
  t: (value) => intl(value, time),
};

function intl(value: string, options: Intl.DateTimeFormatOptions): string {
  const moment = new Date(/^\d\d:\d\d/.test(value) ? `1970-01-01T${value.slice(0, 5)}Z` : value);
  if (Number.isNaN(moment.getTime())) return value;
  // Intl puts a narrow no-break space before AM and PM.
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return format.format(moment).replaceAll('\u202f', ' ');
}

let luxon: Formatter | undefined;
let loading: Promise<void> | undefined;
const waiting = new Set<() => void>();

function watchLuxon(listener: () => void): () => void {
  waiting.add(listener);
  void loadLuxon();
  return () => waiting.delete(listener);
}

const nobody = () => () => undefined;

async function loadLuxon(): Promise<void> {
  loading ??= import('./luxonFormat.ts').then(
    ({ luxonFormat }) => {
      luxon = luxonFormat;
      for (const listener of waiting) listener();
    },
    // Without a network the value stands as it is stored; the next field asks again.
    () => {
      loading = undefined;
    },
  );
  await loading;
}
