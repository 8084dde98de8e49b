import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { orderTitle } from '#schemas/orders/order-stage.ts';
import { type SearchResults, withCaseOf } from '#schemas/searching/search-results.ts';
import { wordsOf } from '#schemas/texts/words.ts';
import { request } from '../api/request.ts';
import { PageErrorBoundary } from '../forms/PageErrorBoundary.tsx';
import { useDebounced } from '../lists/useDebounced.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { EmbeddedPage } from '../look/EmbeddedPage.tsx';
import { Icon } from '../look/Icon.tsx';
import { Listbox, listboxOptionId } from '../look/Listbox.tsx';
import { orderStatusLabels } from '../look/StatusChip.tsx';
import { isVisible, modalSelector, useModal } from '../look/useModal.ts';
import styles from './Palette.module.css';

/** A combobox in a dialog: filters commands; the arrow keys select one, Enter or a click runs it. */
export function PaletteDialog({
  name,
  label,
  commands,
  first = 0,
  state,
  suggestion,
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
  /** A similar search that finds something, when this one finds nothing. */
  suggestion?: string | undefined;
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
  const input = useRef<HTMLInputElement>(null);
  const type = (next: string) => {
    setText(next);
    onType(next);
    setActive(next.trim() === '' ? first : 0);
  };
  const applySuggestion = () => {
    if (suggestion) type(suggestion);
    input.current?.focus();
  };
  const step = (by: number) => setActive((active + by + commands.length) % Math.max(1, commands.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => (commands.length === 0 ? applySuggestion() : runCommand(active)),
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
          ref={input}
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
          onChange={({ target }) => type(target.value)}
          onKeyDown={pressKey}
        />
        <Button kind="quiet" onClick={onClose} aria-label="Close">
          <Icon name="close" size={16} />
        </Button>
      </div>
      <Listbox
        className={styles.list}
        id={listId}
        label="Results"
        options={commands.map(({ key, title, note = '', group }) => ({ id: key, name: title, note, group }))}
        active={active}
        onChoose={runCommand}
      />
      <p className={styles.state}>
        <span role="status">{state}</span>
        {suggestion && (
          <Button kind="quiet" onClick={applySuggestion}>
            {`${suggestion}?`}
          </Button>
        )}
      </p>
    </dialog>
  );
}

/** Query options of the global search; a new query aborts the previous one. */
const foundFor = (search: string) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => request<SearchResults>({ path: 'search', query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });

const nothing: SearchResults = { clients: [], orders: [] };

/** The commands of an app for the command palette. */
export interface PaletteCommands {
  /** The commands that do not depend on the search; the palette filters them by their titles. */
  fixed: readonly Command[];
  /** Returns the commands for the records that the global search found. */
  commandsFor: (found: SearchResults) => readonly Command[];
}

/** The command palette of both apps: the actions of the page, the commands of the app, and the global search. */
export function CommandPalette({ fixed, commandsFor, onClose }: PaletteCommands & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [actions] = useState(pageActions);
  const trimmedText = text.trim();
  const search = useDebounced(trimmedText);
  const query = useQuery(foundFor(trimmedText === '' ? '' : search));
  const found = trimmedText === '' ? nothing : (query.data ?? nothing);
  const isSearching = trimmedText !== '' && (search !== trimmedText || query.isFetching);
  const shown = useMemo(() => {
    const all = [...filterCommands([...actions, ...fixed], trimmedText), ...commandsFor(found)];
    return commandGroups.flatMap((group) => unique(all.filter((each) => each.group === group)));
  }, [fixed, commandsFor, actions, trimmedText, found]);
  const suggestion = isSearching || !found.suggestion ? undefined : withCaseOf(trimmedText, found.suggestion);
  return (
    <PaletteDialog
      name="Search or run an action"
      label="Search pages, clients, orders and actions"
      commands={shown}
      state={stateOf({ isSearching, error: query.error, count: shown.length, suggestion, text: trimmedText })}
      suggestion={suggestion}
      onType={setText}
      onClose={onClose}
    />
  );
}

const unique = (commands: readonly Command[]): Command[] => [
  ...new Map(commands.map((each) => [each.key, each])).values(),
];

interface SearchState {
  isSearching: boolean;
  error: Error | null;
  count: number;
  suggestion: string | undefined;
  text: string;
}

function stateOf({ isSearching, error, count, suggestion, text }: SearchState): string {
  if (isSearching) return 'Searching…';
  if (error) return `Clients and orders couldn't be searched: ${error.message}`;
  return suggestion && count === 0 ? `Nothing for ${text}.` : resultCountText(count);
}

/** The groups of commands, in display order. */
const commandGroups = ['On this page', 'Clients', 'Orders', 'Start an order', 'Pages', 'Channels'] as const;

/** One command: a link or an action. */
export interface Command {
  key: string;
  group: (typeof commandGroups)[number];
  title: string;
  note?: string;
  /** The address that it opens. */
  href?: string;
  /** A link to the other app, which the browser has to load. */
  isElsewhere?: boolean;
  /** The action of a command without an address. */
  run?: () => void;
}

/** Returns the command that opens a client found by the search. */
export function clientCommand(
  { id, name, businessName, city }: SearchResults['clients'][number],
  href: string,
): Command {
  return { key: id, group: 'Clients', title: name, note: `${businessName}, ${city}`, href };
}

/** Returns the command that opens an order found by the search. Its title names the campaign and the client. */
export function orderCommand(
  { id, refCode, campaign, status, client }: SearchResults['orders'][number],
  { href, channel = '' }: { href: string; channel?: string },
): Command {
  const note = [refCode, orderStatusLabels[status], channel].filter(Boolean).join(', ');
  return { key: id, group: 'Orders', title: orderTitle(campaign, client) || `Order ${refCode}`, note, href };
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

/** The elements that may be actions of the page. Info and clear buttons belong to a field. */
const actionSelector =
  ':is(a[href], button, [role="menuitem"]):not(:disabled, [aria-disabled="true"], [aria-label^="About "], [aria-label^="Clear "]:not([aria-label="Clear selection"]))';

/** Parts of a page whose elements are no actions of the page: other pages, rows, choices and inputs. */
const partSelector = 'nav, table, li, dialog, [role="grid"], [role="tree"], [role="listbox"], [role="combobox"]';
/** Parts whose links are actions; elsewhere a link is a part of the text. Rows of buttons are marked as `data-actions`. */
const linkPartSelector = 'header, aside, [role="toolbar"], [role="menu"], [data-actions]';
/** The control that a button beside it belongs to, such as a calendar to its date. */
const controlSelector = ':is(input:not([type="search"], [type="checkbox"], [type="radio"]), textarea)';
const besideSelector = `:not(form):has(> ${controlSelector}, > * > ${controlSelector})`;

/**
 * Returns the actions of the open page, or of the dialog that covers it, as commands; each clicks its element. Actions
 * are the links of headers and rows of buttons, and all buttons outside of tables and fields, also those in closed menus. One
 * name in two parts of the page, such as a download of the list and one of its selected rows, is two actions.
 */
function pageActions(): Command[] {
  const dialogs = [...document.querySelectorAll<HTMLElement>(modalSelector)];
  const page = dialogs.findLast(isVisible) ?? document.querySelector('main');
  const actions = new Map<string, Command>();
  for (const element of page?.querySelectorAll<HTMLElement>(actionSelector) ?? []) {
    const title = titleOf(element);
    const selection = element.closest('[aria-label^="Selected "]')?.getAttribute('aria-label') ?? '';
    const key = `page ${selection} ${title}`;
    if (title === '' || actions.has(key) || !isPageAction(element, page)) continue;
    actions.set(key, { key, group: 'On this page', title, note: selection, run: () => element.click() });
  }
  return [...actions.values()];
}

const titleOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();

function isPageAction(element: HTMLElement, page: Element | null): boolean {
  const part = element.closest(partSelector);
  if ((part && !part.contains(page)) || element.parentElement?.matches(besideSelector)) return false;
  if (element.parentElement?.parentElement?.matches(besideSelector)) return false;
  // Links in facts lead to other records.
  if (element.matches('a') && (element.closest('dl') || !element.closest(linkPartSelector))) return false;
  return element.closest('[role="menu"], [popover]') !== null || isVisible(element);
}

interface BoundaryProps {
  view: string;
  onClose: () => void;
  children: ReactNode;
}

/** An error boundary around the palette: a crash shows a dialog with a reason, and the page stays. */
export function PaletteBoundary({ view, onClose, children }: BoundaryProps) {
  return (
    <PageErrorBoundary
      resetKey={view}
      fallback={({ message }) => (
        <Dialog title="Not available" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
          <Banner status="error" title="Search couldn't be opened">
            {message}
          </Banner>
        </Dialog>
      )}
    >
      {children}
    </PageErrorBoundary>
  );
}

/** The same for another app: with a query cache of its own and the portal's base styles. */
export function EmbeddedPaletteBoundary(props: BoundaryProps) {
  return (
    <EmbeddedPage>
      <PaletteBoundary {...props} />
    </EmbeddedPage>
  );
}
