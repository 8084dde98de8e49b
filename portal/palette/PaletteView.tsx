import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { request } from '../api/request.ts';
import { useChannels } from '../channels/useChannels.ts';
import { keyBindings, type ShortcutAction, shortcutHelp } from '../keys/keyBindings.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import {
  type Command,
  channelCommands,
  commandGroups,
  filterCommands,
  newOrderCommands,
  PaletteDialog,
  resultCommands,
  resultCountText,
  screenCommands,
} from './PaletteDialog.tsx';
import type { PaletteViewName } from './PaletteHost.tsx';
import styles from './ShortcutsDialog.module.css';

/** Query options of the global search; a new query aborts the previous one. */
const foundFor = (search: string) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => request<SearchResults>({ path: 'search', query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });

const nothing: SearchResults = { clients: [], orders: [] };

/** The command palette: finds screens, clients, orders and actions of the page, and starts orders. */
function Palette({ onClose }: { onClose: () => void }) {
  const { user, ability } = useSignedIn();
  const { channels, channel } = useChannels();
  const [text, setText] = useState('');
  const [actions] = useState(pageActions);
  const trimmedText = text.trim();
  const search = useDebounced(trimmedText);
  const query = useQuery(foundFor(trimmedText === '' ? '' : search));
  const found = trimmedText === '' ? nothing : (query.data ?? nothing);
  const isSearching = trimmedText !== '' && (search !== trimmedText || query.isFetching);
  const shown = useMemo(() => {
    const place = { user, ability, channels, channel };
    const matchingCommands = filterCommands(
      [...actions, ...newOrderCommands(place, []), ...screenCommands(place)],
      trimmedText,
    );
    const all = [
      ...matchingCommands,
      ...resultCommands(found, channels),
      ...newOrderCommands(place, found.clients).slice(0, found.clients.length && 3),
    ];
    return commandGroups.flatMap((group) => unique(all.filter((each) => each.group === group)));
  }, [user, ability, channels, channel, actions, trimmedText, found]);
  return (
    <PaletteDialog
      name="Search or run an action"
      label="Search pages, clients, orders and actions"
      commands={shown}
      state={stateOf({ isSearching, error: query.error, count: shown.length })}
      onType={setText}
      onClose={onClose}
    />
  );
}

const unique = (commands: readonly Command[]): Command[] => [
  ...new Map(commands.map((each) => [each.key, each])).values(),
];

function stateOf({ isSearching, error, count }: { isSearching: boolean; error: Error | null; count: number }): string {
  if (isSearching) return 'Searching…';
  return error ? `Clients and orders couldn't be searched: ${error.message}` : resultCountText(count);
}

/** The elements with a page's actions: its header, and the summary beside it. */
const actionSelector =
  '#content :is(header, aside) :is(a[href], button):not(:disabled, [aria-disabled="true"], [aria-expanded])';

/** Returns the buttons and links of the open page as commands; each clicks its element. */
function pageActions(): Command[] {
  const elementsByTitle = new Map<string, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(actionSelector)) {
    const title = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    if (title !== '' && !elementsByTitle.has(title) && element.checkVisibility()) elementsByTitle.set(title, element);
  }
  return [...elementsByTitle].map(([title, element]): Command => {
    return { key: `page ${title}`, group: 'On this page', title, run: () => element.click() };
  });
}

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
