import { type ComponentType, useState } from 'react';
import { useKeydown } from '../keys/useShortcut.ts';

/**
 * Opens the command palette (Ctrl+K) and the list of keyboard shortcuts (?) on every page of an app, whose `View` loads
 * its code on first use.
 */
export function PaletteHost({ View }: { View: ComponentType<PaletteViewProps> }) {
  const [shown, show] = useState<PaletteViewName>(null);
  // Set during render, so that pages can use it in their first effect.
  paletteHost.show = show;
  paletteHost.shown = shown;
  useKeydown((event) => {
    const { key, ctrlKey, metaKey } = event;
    const isFind = key === 'k' && (ctrlKey || metaKey);
    // Ignore "?" while typing or in a dialog.
    if (!isFind && (key !== '?' || document.querySelector('dialog[open],:focus:read-write'))) return;
    event.preventDefault();
    show(isFind ? 'palette' : 'keys');
  });
  return shown && <View shown={shown} onClose={() => show(null)} />;
}

/** The open view: the command palette, the channel switcher, or the list of keyboard shortcuts. */
export type PaletteViewName = 'palette' | 'channels' | 'keys' | null;

/** The props of an app's palette. */
export interface PaletteViewProps {
  shown: NonNullable<PaletteViewName>;
  onClose: () => void;
}

/**
 * Opens a view, or closes it with null. The frame sets the function. `shown` is set while the view loads, too: then
 * letters are meant for it, and are no shortcuts of the page.
 */
export const paletteHost: { show: (next: PaletteViewName) => void; shown?: PaletteViewName } = {
  show: () => undefined,
};
