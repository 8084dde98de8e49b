import { useSyncExternalStore } from 'react';
import { ownFormats } from '#schemas/texts/moments.ts';

type Formatter = (value: string, format: string) => string;

/**
 * A stored date or time as its format writes it, in luxon's tokens, in en-US and utc (spec 9). The spec's own formats need
 * no luxon; for any other one it is loaded when it is first needed, and until then the value stands as it is stored.
 */
export function useFormatted(value: unknown, format: string): string {
  const known = ownFormats[format];
  const formatter = useSyncExternalStore(known ? nobody : watchLuxon, () => luxon);
  if (typeof value !== 'string' || value === '') return '';
  return (known ?? formatter ?? asStored)(value, format);
}

const asStored: Formatter = (value) => value;

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
