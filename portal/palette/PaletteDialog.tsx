import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { wordsOf } from '#schemas/texts/words.ts';
import type { NamedRecord } from '../api/queries.ts';
import { addressInChannel } from '../channels/addressInChannel.ts';
import { channelPath } from '../channels/useChannels.ts';
import { adminItemsFor } from '../frame/adminItems.ts';
import { managesGuild } from '../guild/managesGuild.ts';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { Listbox, listboxOptionId } from '../look/Listbox.tsx';
import { orderStatusLabels } from '../look/StatusChip.tsx';
import { useModal } from '../look/useModal.ts';
import { setPreferences } from '../preferences/preferenceStore.ts';
import { hasNoAccess, type PortalAbility } from '../session/ability.ts';
import styles from './Palette.module.css';

/** A combobox in a dialog: filters commands; the arrow keys select one, Enter or a click runs it. */
export function PaletteDialog({
  name,
  label,
  commands,
  first = 0,
  state,
  onType,
  onClose,
}: {
  name: string;
  /** The placeholder and label of the input. */
  label: string;
  /** The commands that match the input, in the order of `commandGroups`. */
  commands: readonly Command[];
  /** The index selected while the input is empty. */
  first?: number;
  /** The state of the search, for the live region. */
  state: string;
  onType: (text: string) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const modal = useModal(onClose);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(first);
  const run = ({ href, isElsewhere, run: press }: Command) => {
    onClose();
    if (press) press();
    else if (href && isElsewhere) location.assign(href);
    else if (href) void navigate(href);
  };
  const runCommand = (index: number) => {
    const command = commands[index];
    if (command) run(command);
  };
  const step = (by: number) => setActive((active + by + commands.length) % Math.max(1, commands.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => runCommand(active),
  };
  const pressKey = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <dialog {...modal} className={styles.palette} aria-label={name}>
      <div className={styles.head}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? listboxOptionId(listId, active) : undefined}
          autoComplete="off"
          placeholder={label}
          value={text}
          maxLength={200}
          onChange={({ target }) => {
            setText(target.value);
            onType(target.value);
            setActive(target.value.trim() === '' ? first : 0);
          }}
          onKeyDown={pressKey}
        />
        <Button kind="quiet" onClick={onClose} aria-label="Close">
          <Icon name="close" size={16} />
        </Button>
      </div>
      <div className={styles.list}>
        <Listbox
          id={listId}
          label="Results"
          options={commands.map(({ key, title, note = '', group }) => ({ id: key, name: title, note, group }))}
          active={active}
          onChoose={runCommand}
        />
      </div>
      <p className={styles.state} role="status">
        {state}
      </p>
    </dialog>
  );
}

/** The groups of commands, in display order. */
export const commandGroups = ['On this page', 'Clients', 'Orders', 'Start an order', 'Pages', 'Channels'] as const;

/** One command: a link or an action. */
export interface Command {
  key: string;
  group: (typeof commandGroups)[number];
  title: string;
  note?: string;
  /** The address that it opens. */
  href?: string;
  /** A link to /admin, which is another app: the browser has to load it. */
  isElsewhere?: boolean;
  /** The action of a command without an address. */
  run?: () => void;
}

interface Place {
  user: Pick<User, 'roles' | 'guild' | 'guildFlags'>;
  ability: PortalAbility;
  channels: readonly NamedRecord[];
  /** The selected channel. */
  channel: NamedRecord | undefined;
}

/** Returns a command for every screen that the person may see, the selected channel's first. */
export function screenCommands({ user, ability, channels, channel }: Place): Command[] {
  const screen = (title: string, href: string, isOpen = true): Command[] =>
    isOpen ? [{ key: href, group: 'Pages', title, href }] : [];
  const others = channels.filter(({ id }) => id !== channel?.id);
  const hasOrders = !hasNoAccess(ability, 'Order');
  return [
    ...screen('Home', '/'),
    ...[...(channel ? [channel] : []), ...others].flatMap((each) => [
      ...screen(`Orders in ${each.name}`, channelPath(each, 'orders'), hasOrders),
      ...screen(`Drafts in ${each.name}`, `${channelPath(each, 'orders')}?status=draft`, hasOrders),
      ...screen(`Clients in ${each.name}`, channelPath(each, 'clients'), !hasNoAccess(ability, 'Client')),
    ]),
    ...screen('Clients', '/clients', !hasNoAccess(ability, 'Client')),
    ...screen('New Client', '/clients/new', ability.can('create', 'Client')),
    ...screen('Channels', '/c', !hasNoAccess(ability, 'Channel')),
    ...screen('Guild users', '/g/users', managesGuild(user)),
    ...screen('Knowledge Base', '/knowledge_base', !hasNoAccess(ability, 'GuildResource')),
    ...screen('Reports', '/reports', !hasNoAccess(ability, 'Report')),
    ...screen('Prospect Audit', '/prospect_audit', !hasNoAccess(ability, 'ProspectAudit')),
    ...screen('Settings', '/settings'),
    ...adminItemsFor(user.roles).map(({ title, href }, index): Command => {
      return { key: `${href} ${index}`, group: 'Pages', title: `Admin: ${title}`, href, isElsewhere: true };
    }),
  ];
}

/** Returns the commands that start an order: in each channel, and for the clients found. */
export function newOrderCommands({ ability, channels, channel }: Place, clients: SearchResults['clients']): Command[] {
  if (!ability.can('create', 'Order')) return [];
  const group = 'Start an order';
  const forClients = clients.map(({ id, name }): Command => {
    const href = channel ? `${channelPath(channel, 'orders/new')}?client=${id}` : '/c';
    return { key: `for ${id}`, group, title: `New Order for ${name}`, href, note: channel?.name ?? '' };
  });
  const inChannels = [...(channel ? [channel] : []), ...channels.filter(({ id }) => id !== channel?.id)].map(
    (each): Command => {
      return { key: `in ${each.id}`, group, title: `New Order in ${each.name}`, href: channelPath(each, 'orders/new') };
    },
  );
  return [...forClients.slice(0, 3), ...inChannels];
}

/** Returns a command for each search result. */
export function resultCommands({ clients, orders }: SearchResults, channels: readonly NamedRecord[]): Command[] {
  const channelOf = (id: string) => channels.find((each) => each.id === id) ?? { id, name: '' };
  return [
    ...clients.map(({ id, name, businessName, city }): Command => {
      return { key: id, group: 'Clients', title: name, note: `${businessName}, ${city}`, href: `/clients/${id}` };
    }),
    ...orders.map(({ id, refCode, campaign, status, client, channelId }): Command => {
      const note = [client, orderStatusLabels[status], channelOf(channelId).name].filter(Boolean).join(', ');
      const href = channelPath(channelOf(channelId), `orders/${id}`);
      return { key: id, group: 'Orders', title: campaign ? `${campaign} · ${refCode}` : refCode, note, href };
    }),
  ];
}

/** Returns a command for each channel, which opens the same type of page there. */
export function channelCommands({
  channels,
  channel,
  ...at
}: Pick<Place, 'channels' | 'channel'> & { pathname: string; search: string }): Command[] {
  return channels.map((each): Command => {
    const { id, name, slug } = each;
    const href = addressInChannel(at, each);
    // Opening a page of a channel selects it. Home belongs to no channel, so select the channel directly.
    const target = href === '/' ? { run: () => setPreferences({ channelSlug: slug ?? id }) } : { href };
    return { key: id, group: 'Channels', title: name, note: id === channel?.id ? 'Current' : '', ...target };
  });
}

/** Describes the number of results, for the live region. */
export const resultCountText = (count: number): string =>
  count === 0 ? 'No results' : `${count} found. Use the arrow keys to choose and Enter to open.`;

/**
 * Returns the commands whose title contains, for each word of the text, a word that starts with it; all for an empty
 * text.
 */
export function filterCommands(commands: readonly Command[], text: string): Command[] {
  const searchWords = wordsOf(text);
  return commands.filter(({ title }) => {
    const words = wordsOf(title);
    return searchWords.every((each) => words.some((word) => word.startsWith(each)));
  });
}
