import { KeysDialog } from './KeysDialog.tsx';
import { Palette } from './Palette.tsx';
import type { Shown } from './shown.ts';

/** The palette, or the list of the keys. */
export function Looking({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  return shown === 'keys' ? <KeysDialog onClose={onClose} /> : <Palette onClose={onClose} />;
}
