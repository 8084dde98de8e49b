import { useEffect, useSyncExternalStore } from 'react';
import { isPressed } from '../keys/isPressed.ts';
import { loadable } from '../look/loadable.tsx';
import { Unloaded as missing } from '../look/Unloaded.tsx';
import { isTyping } from '../look/useRowKeys.ts';
import { show, shownNow, watchShown } from './shown.ts';

const Palette = loadable(async () => (await import('./Palette.tsx')).Palette, { missing, isDialog: true });
const KeysDialog = loadable(async () => (await import('./KeysDialog.tsx')).KeysDialog, { missing, isDialog: true });

/** Opens the palette and the list of keys from wherever one is; both are loaded when first asked for. */
export function PaletteHost() {
  const shown = useSyncExternalStore(watchShown, shownNow);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isList = isPressed(event, '?') && !isTyping(event.target);
      if (event.defaultPrevented || (!isList && !isPressed(event, 'Ctrl+K'))) return;
      event.preventDefault();
      show(isList ? 'keys' : shownNow() === 'palette' ? null : 'palette');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const close = () => show(null);
  if (shown === 'palette') return <Palette onClose={close} />;
  return shown === 'keys' ? <KeysDialog onClose={close} /> : null;
}
