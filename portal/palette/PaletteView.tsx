import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { useChannels } from '../channels/useChannels.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { channelCommands, newOrderCommands, resultCommands, screenCommands } from './commands.ts';
import { CommandPalette, filterCommands, PaletteBoundary, PaletteDialog, resultCountText } from './PaletteDialog.tsx';
import type { PaletteViewProps } from './PaletteHost.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

/** The command palette of the portal: its screens, new orders, and links to the clients and orders found. */
function Palette({ onClose }: { onClose: () => void }) {
  const { user, ability } = useSignedIn();
  const { channels, channel } = useChannels();
  const commands = useMemo(() => {
    const place = { user, ability, channels, channel };
    return {
      fixed: [...newOrderCommands(place, []), ...screenCommands(place)],
      commandsFor: (found: SearchResults) => [
        ...resultCommands(found, channels),
        ...newOrderCommands(place, found.clients).slice(0, found.clients.length && 3),
      ],
    };
  }, [user, ability, channels, channel]);
  return <CommandPalette {...commands} onClose={onClose} />;
}

const views = { palette: Palette, channels: ChannelSwitcher, keys: ShortcutsDialog };

/** Shows the command palette, the channel switcher, or the list of keyboard shortcuts. */
export function PaletteView({ shown, onClose }: PaletteViewProps) {
  const View = views[shown];
  // The key resets the state when the view changes.
  return (
    <PaletteBoundary view={shown} onClose={onClose}>
      <View key={shown} onClose={onClose} />
    </PaletteBoundary>
  );
}

/** The channel switcher: finds a channel by name and keeps the type of page. */
function ChannelSwitcher({ onClose }: { onClose: () => void }) {
  const { channels, channel } = useChannels();
  const { pathname, search } = useLocation();
  const [text, setText] = useState('');
  const all = channelCommands({ channels, channel, pathname, search });
  const shown = filterCommands(all, text);
  return (
    <PaletteDialog
      name="Change channel"
      label="Search channels by name"
      commands={shown}
      // Select another channel first, so that with two channels Enter alone switches.
      first={all.findIndex(({ key }) => key !== channel?.id)}
      state={resultCountText(shown.length)}
      onType={setText}
      onClose={onClose}
    />
  );
}
