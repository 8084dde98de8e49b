import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useChannels } from '../channels/useChannels.ts';
import { keyBindings, type ShortcutAction } from '../keys/keyBindings.ts';
import { shortcutHelp } from '../keys/shortcutHelp.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { channelCommands, filterCommands, resultCountText } from './commands.ts';
import { Palette } from './Palette.tsx';
import { PaletteDialog } from './PaletteDialog.tsx';
import type { PaletteViewName } from './paletteHost.ts';
import styles from './ShortcutsDialog.module.css';

const isKey = (name: string): name is ShortcutAction => name in keyBindings;
const names = Object.keys(shortcutHelp).filter(isKey);
const places = [...new Set(names.map((name) => shortcutHelp[name].where))];

/** The list of keyboard shortcuts, grouped by where they work. */
function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {places.map((place) => (
        <section key={place} aria-label={place}>
          <h3 className={styles.place}>{place}</h3>
          <dl className={styles.keys}>
            {names
              .filter((name) => shortcutHelp[name].where === place)
              .map((name) => (
                <div key={name} className={styles.key}>
                  <dt>
                    <kbd className={styles.press}>{pressOf(keyBindings[name])}</kbd>
                  </dt>
                  <dd>{shortcutHelp[name].does}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

/** Macs use Command instead of Ctrl. */
const isMac = /mac/i.test(navigator.userAgent);
const pressOf = (keys: string): string => (isMac ? keys.replace('Ctrl', '⌘') : keys);

const views = { palette: Palette, channels: ChannelSwitcher, keys: ShortcutsDialog };

/** Shows the command palette, the channel switcher, or the list of keyboard shortcuts. */
export function PaletteView({ shown, onClose }: { shown: NonNullable<PaletteViewName>; onClose: () => void }) {
  const View = views[shown];
  // The key resets the state when the view changes.
  return <View key={shown} onClose={onClose} />;
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
