import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Found } from '#schemas/searching/found.ts';
import { request } from '../api/request.ts';
import { useChannels } from '../channels/useChannels.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { useModal } from '../look/useModal.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { type Command, foundCommands, groups, matching, screensFor, startsFor } from './commands.ts';
import styles from './Palette.module.css';
import { PaletteList } from './PaletteList.tsx';
import { pageActions } from './pageActions.ts';

/** What the server finds for some words; an earlier question is aborted when another one is asked. */
const foundFor = (search: string) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => request<Found>({ path: 'search', query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });

const nothing: Found = { clients: [], orders: [] };

/** Finds any screen, clients and orders, what can be done on the page, and begins an order: all by a few letters and Enter. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { user, ability } = useSignedIn();
  const { channels, channel } = useChannels();
  const navigate = useNavigate();
  const modal = useModal(onClose);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [actions] = useState(pageActions);
  const asked = text.trim();
  const search = useDebounced(asked);
  const query = useQuery(foundFor(asked === '' ? '' : search));
  const found = asked === '' ? nothing : (query.data ?? nothing);
  const isSearching = asked !== '' && (search !== asked || query.isFetching);
  const shown = useMemo(() => {
    const place = { user, ability, channels, channel };
    const own = matching([...actions, ...startsFor(place, []), ...screensFor(place)], asked);
    const all = [
      ...own,
      ...foundCommands(found, channels),
      ...startsFor(place, found.clients).slice(0, found.clients.length && 3),
    ];
    return groups.flatMap((group) => unique(all.filter((each) => each.group === group)));
  }, [user, ability, channels, channel, actions, asked, found]);
  const run = ({ href, isElsewhere, press }: Command) => {
    onClose();
    if (press) press();
    else if (href && isElsewhere) location.assign(href);
    else if (href) void navigate(href);
  };
  const step = (by: number) => setActive((active + by + shown.length) % Math.max(1, shown.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => {
      const chosen = shown[active];
      if (chosen) run(chosen);
    },
  };
  const pressKey = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <dialog {...modal} className={styles.palette} aria-label="Find or do something">
      <div className={styles.head}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Find a screen, a client, an order or an action"
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          placeholder="Find a screen, a client, an order or an action"
          value={text}
          maxLength={200}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={pressKey}
        />
        <Button kind="quiet" onClick={onClose} aria-label="Close">
          <Icon name="close" size={16} />
        </Button>
      </div>
      <PaletteList id={listId} idOf={optionId} commands={shown} active={active} onChoose={run} />
      <p className={styles.state} role="status">
        {stateOf({ isSearching, error: query.error, count: shown.length })}
      </p>
    </dialog>
  );
}

const unique = (commands: readonly Command[]): Command[] => [
  ...new Map(commands.map((each) => [each.key, each])).values(),
];

function stateOf({ isSearching, error, count }: { isSearching: boolean; error: Error | null; count: number }): string {
  if (isSearching) return 'Searching…';
  if (error) return `Clients and orders can not be looked for now: ${error.message}`;
  return count === 0 ? 'Nothing found' : `${count} found; arrow keys choose, Enter opens`;
}
