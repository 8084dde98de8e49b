import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { request } from '../api/request.ts';
import { useChannels } from '../channels/useChannels.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import {
  type Command,
  commandGroups,
  filterCommands,
  newOrderCommands,
  resultCommands,
  resultCountText,
  screenCommands,
} from './commands.ts';
import { PaletteDialog } from './PaletteDialog.tsx';

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
export function Palette({ onClose }: { onClose: () => void }) {
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
