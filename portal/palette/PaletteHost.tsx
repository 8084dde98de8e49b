import { useState } from 'react';
import { loadable } from '../forms/loadable.tsx';
import { useKeydown } from '../keys/useKeydown.ts';
import { UnloadedDialog } from '../look/Unloaded.tsx';
import { host, type Shown } from './shown.ts';

const Looking = loadable(async () => (await import('./Looking.tsx')).Looking, {
  missing: UnloadedDialog,
  isDialog: true,
});

/** Opens the palette and the list of keys from wherever one is; all of it is loaded when first asked for. */
export function PaletteHost() {
  const [shown, show] = useState<Shown>(null);
  // Before anything is painted, as the keys of pages.
  host.show = show;
  useKeydown((event) => {
    const { key, ctrlKey, metaKey } = event;
    const isFind = key === 'k' && (ctrlKey || metaKey);
    // What is typed is no question.
    if (!isFind && (key !== '?' || document.querySelector('dialog[open],:focus:read-write'))) return;
    event.preventDefault();
    show(isFind ? 'palette' : 'keys');
  });
  return shown && <Looking shown={shown} onClose={() => show(null)} />;
}
