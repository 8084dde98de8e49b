import { ChannelSwitcher } from './ChannelSwitcher.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { Palette } from './Palette.tsx';
import type { Shown } from './shown.ts';

const views = { palette: Palette, channels: ChannelSwitcher, keys: KeysDialog };

/** Shows the command palette, the channel switcher, or the list of keyboard shortcuts. */
export function Looking({ shown, onClose }: { shown: NonNullable<Shown>; onClose: () => void }) {
  const View = views[shown];
  // The key resets the state when the view changes.
  return <View key={shown} onClose={onClose} />;
}
