import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useChannels } from '../channels/useChannels.ts';
import { channelCommands, filterCommands, resultCountText } from './commands.ts';
import { PaletteDialog } from './PaletteDialog.tsx';

/** The channel switcher: finds a channel by name and keeps the type of page. */
export function ChannelSwitcher({ onClose }: { onClose: () => void }) {
  const { channels, channel } = useChannels();
  const { pathname, search } = useLocation();
  const [text, setText] = useState('');
  const all = channelCommands({ channels, channel, pathname, search });
  const shown = filterCommands(all, text);
  return (
    <PaletteDialog
      name="Change the channel"
      label="Find a channel by its name"
      commands={shown}
      // Select another channel first, so that with two channels Enter alone switches.
      first={all.findIndex(({ key }) => key !== channel?.id)}
      state={resultCountText(shown.length)}
      onType={setText}
      onClose={onClose}
    />
  );
}
