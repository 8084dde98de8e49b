import { ChannelSwitcher } from './ChannelSwitcher.tsx';
import { Palette } from './Palette.tsx';
import type { PaletteViewName } from './paletteHost.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

const views = { palette: Palette, channels: ChannelSwitcher, keys: ShortcutsDialog };

/** Shows the command palette, the channel switcher, or the list of keyboard shortcuts. */
export function PaletteView({ shown, onClose }: { shown: NonNullable<PaletteViewName>; onClose: () => void }) {
  const View = views[shown];
  // The key resets the state when the view changes.
  return <View key={shown} onClose={onClose} />;
}
