import { useState } from 'react';
import { loadable } from '../forms/loadable.tsx';
import { useKeydown } from '../keys/useKeydown.ts';
import { UnloadedDialog } from '../look/Unloaded.tsx';
import { host, type Shown } from './shown.ts';

const Looking = loadable(async () => (await import('./Looking.tsx')).Looking, {
  missing: UnloadedDialog,
  isDialog: true,
});

/**
 * Opens the command palette (Ctrl+K) and the list of keyboard shortcuts (?) on every page. The code is loaded on first
 * use.
 */
export function PaletteHost() {
  const [shown, show] = useState<Shown>(null);
  // Set during render, so that pages can use it in their first effect.
  host.show = show;
  useKeydown((event) => {
    const { key, ctrlKey, metaKey } = event;
    const isFind = key === 'k' && (ctrlKey || metaKey);
    // Ignore "?" while typing or in a dialog.
    if (!isFind && (key !== '?' || document.querySelector('dialog[open],:focus:read-write'))) return;
    event.preventDefault();
    show(isFind ? 'palette' : 'keys');
  });
  return shown && <Looking shown={shown} onClose={() => show(null)} />;
}
