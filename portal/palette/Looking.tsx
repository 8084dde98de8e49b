import { ChannelSwitcher } from './ChannelSwitcher.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { Palette } from './Palette.tsx';
import type { Shown } from './shown.ts';

const views = { palette: Palette, channels: ChannelSwitcher, keys: KeysDialog };

/** The palette, the channels to choose from, or the list of the keys. */
export function Looking({ shown, onClose }: { shown: NonNullable<Shown>; onClose: () => void }) {
  const View = views[shown];
  // Going from one to another begins anew.
  return <View key={shown} onClose={onClose} />;
}
