import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useChannels } from '../channels/useChannels.ts';
import { channelCommands, foundWords, matching } from './commands.ts';
import { PaletteDialog } from './PaletteDialog.tsx';

/** Another channel by a few letters of its name; the page stays of its kind. */
export function ChannelSwitcher({ onClose }: { onClose: () => void }) {
  const { channels, channel } = useChannels();
  const { pathname, search } = useLocation();
  const [text, setText] = useState('');
  const all = channelCommands({ channels, channel, pathname, search });
  const shown = matching(all, text);
  return (
    <PaletteDialog
      name="Change the channel"
      asks="Find a channel by its name"
      commands={shown}
      // Of two channels Enter alone leads to the other.
      first={all.findIndex(({ key }) => key !== channel?.id)}
      state={foundWords(shown.length)}
      onType={setText}
      onClose={onClose}
    />
  );
}
