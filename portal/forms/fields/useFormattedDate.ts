import { useSyncExternalStore } from 'react';
import { builtInFormats } from '#schemas/texts/moments.ts';

type Formatter = (value: string, format: string) => string;

/**
 * Formats a stored date or time with luxon tokens, in en-US and UTC (spec 9). The spec's own formats work without
 * luxon; other formats lazy-load it, and until then the value is shown as stored.
 */
export function useFormattedDate(value: unknown, format: string): string {
  const builtIn = builtInFormats[format];
  const formatter = useSyncExternalStore(builtIn ? neverChanges : watchLuxon, () => luxon);
  if (typeof value !== 'string' || value === '') return '';
  return (builtIn ?? formatter ?? asStored)(value, format);
}

const asStored: Formatter = (value) => value;

let luxon: Formatter | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function watchLuxon(listener: () => void): () => void {
  listeners.add(listener);
  void loadLuxon();
  return () => listeners.delete(listener);
}

const neverChanges = () => () => undefined;

async function loadLuxon(): Promise<void> {
  loading ??= import('./formatWithLuxon.ts').then(
    ({ formatWithLuxon }) => {
      luxon = formatWithLuxon;
      for (const listener of listeners) listener();
    },
    // Offline: the value is shown as stored, and the next field tries again.
    () => {
      loading = undefined;
    },
  );
  await loading;
}
