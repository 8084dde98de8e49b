import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { labelledWith, optionsFromOf } from '#schemas/forms/accepted-options.ts';
import { type Row, stateHere } from '#schemas/forms/filling/row.ts';
import type { SourceOption, ValidWidget } from '#schemas/forms/form.ts';
import { chosenValues, isOptionResource, maxLoadedOptions } from '#schemas/forms/option-sources.ts';
import { request } from '../../api/request.ts';
import type { FormStore } from '../store/formStore.ts';
import { useFormStore } from '../store/hooks.ts';

/** The options of a choice widget in a row. */
export interface Choices {
  /** The offered options, and the inactive ones that are chosen. */
  options: readonly SourceOption[];
  status: 'loading' | 'ready' | 'failed';
  /** Whether there are more options, which only `search` finds. */
  hasMore: boolean;
  /** Searches the source on the server; the found options are known from then on. */
  search: (text: string) => Promise<readonly SourceOption[]>;
  /** Loads the options again after a failure. */
  retry: () => void;
}

interface ChoiceWidget {
  config: { options: readonly { value: string; label?: string }[] };
}

/**
 * The options of a choice widget: its own without those that scripts withhold, or those of its source (design 7), which
 * are loaded when the first field needs them and shared by all fields of the form.
 */
export function useChoices(widget: ValidWidget & ChoiceWidget, row: Row, chosen: readonly string[]): Choices {
  const store = useFormStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(widget, row, listener), [store, widget, row]);
  const withheld = useSyncExternalStore(subscribe, () => stateHere(widget, row).withheld);
  const { source, state } = useSource(widget, chosen);
  if (!source)
    return {
      options: widget.config.options
        .filter(({ value }) => !withheld?.has(value) || chosen.includes(value))
        .map(({ value, label = value }) => ({
          value,
          label: withheld?.has(value) ? `${label} (not available)` : label,
        })),
      ...ownOptions,
    };
  const { known, status, hasMore, listed } = state;
  const labelled = chosen.flatMap((value) => known.get(value) ?? []).filter(({ value }) => !listed.has(value));
  const offered = [...listed].flatMap((value) => known.get(value) ?? []);
  return { options: [...labelled, ...offered], status, hasMore, search: source.search, retry: source.load };
}

const ownOptions = { status: 'ready', hasMore: false, search: async () => [], retry: () => undefined } as const;

/** The widget with the options that its answer refers to, so that its answer can be shown by label. */
export function useLabelled<W extends ValidWidget>(widget: W, value: unknown): W {
  const chosen = Array.isArray(value) ? value : [value];
  const { source, state } = useSource(
    widget,
    chosen.filter((each) => typeof each === 'string'),
  );
  return source ? labelledWith(widget, [...state.known.values()]) : widget;
}

function useSource(widget: ValidWidget, chosen: readonly string[]) {
  const store = useFormStore();
  const name = optionsFromOf(widget);
  const source = name === '' ? undefined : sourceIn(store, name);
  const state = useSyncExternalStore(source?.subscribe ?? subscribeNothing, source?.state ?? noState);
  const missing = chosen.filter((value) => value !== '' && !state.known.has(value)).join('\n');
  useEffect(() => {
    source?.request(missing === '' ? [] : missing.split('\n'));
  }, [source, missing]);
  return { source, state };
}

const subscribeNothing = () => () => undefined;

/** What is known of a source. Immutable, so that a changed state is another object. */
interface SourceState {
  status: Choices['status'];
  hasMore: boolean;
  /** The values of the first offered options. */
  listed: ReadonlySet<string>;
  /** All options that were received, also inactive ones. */
  known: ReadonlyMap<string, SourceOption>;
}

const unloaded: SourceState = { status: 'loading', hasMore: false, listed: new Set(), known: new Map() };
const noState = () => unloaded;

interface OptionSource {
  state: () => SourceState;
  subscribe: (listener: () => void) => () => void;
  /** Loads the first options if that has not happened, and these values. */
  request: (values: readonly string[]) => void;
  load: () => void;
  search: Choices['search'];
}

const sourcesOf = new WeakMap<FormStore, Map<string, OptionSource>>();

function sourceIn(store: FormStore, name: string): OptionSource {
  const sources = sourcesOf.get(store) ?? new Map<string, OptionSource>();
  sourcesOf.set(store, sources);
  const source = sources.get(name) ?? createSource(store, name);
  sources.set(name, source);
  return source;
}

function createSource(store: FormStore, name: string): OptionSource {
  let state = unloaded;
  const listeners = new Set<() => void>();
  const requested = new Set<string>();
  let isRequested = false;

  const change = (changes: Partial<SourceState>) => {
    state = { ...state, ...changes };
    const options = [...state.known.values()];
    // Records that this person cannot read may be valid answers, so only lists are known completely.
    const isComplete = state.status === 'ready' && !state.hasMore && !isOptionResource(name);
    const context = store.context();
    store.setContext({ ...context, options: { ...context.options, [name]: { options, isComplete } } });
    for (const listener of listeners) listener();
  };
  const receive = (options: readonly SourceOption[], changes: Partial<SourceState> = {}) =>
    change({ ...changes, known: new Map([...state.known, ...options.map((each) => [each.value, each] as const)]) });

  /** The answers that have no label yet; those of all fields that render together are one request. */
  const unlabelled = new Set<string>();
  const fetchUnlabelled = () => {
    for (const values of batchesOf([...unlabelled]))
      fetchOptions(name, { values }).then(
        ({ options }) => receive(options),
        // They keep their value as text, until a field asks again.
        () => {
          for (const value of values) requested.delete(value);
        },
      );
    unlabelled.clear();
  };
  const requestLabels = (values: readonly string[]) => {
    const missing = values.filter((value) => value !== '' && !requested.has(value) && !state.known.has(value));
    if (missing.length > 0 && unlabelled.size === 0) queueMicrotask(fetchUnlabelled);
    for (const value of missing) {
      requested.add(value);
      unlabelled.add(value);
    }
  };

  const load = () => {
    isRequested = true;
    // The answers of the form, so that those that are not offered any more have a label, too.
    const [chosen = [], ...others] = batchesOf([...(chosenValues(store.form, store.values()).get(name) ?? [])]);
    for (const value of chosen) requested.add(value);
    requestLabels(others.flat());
    fetchOptions(name, { values: chosen }).then(
      ({ options, hasMore }) =>
        receive(options, {
          status: 'ready',
          hasMore,
          listed: new Set(options.filter(({ isInactive }) => !isInactive).map(({ value }) => value)),
        }),
      () => change({ status: 'failed' }),
    );
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    request: (values) => (isRequested ? requestLabels(values) : load()),
    search: async (text) => {
      const { options } = await fetchOptions(name, { search: text, values: [] });
      receive(options);
      return options;
    },
  };
}

/** The most characters of values in one request, whose address is limited. */
const maxValueLength = 4_000;

/** Values in groups that fit into one request each. */
function batchesOf(values: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const value of values.filter((each) => each !== '')) {
    const last = batches.at(-1);
    length += encodeURIComponent(value).length;
    if (last && last.length < maxLoadedOptions && length <= maxValueLength) last.push(value);
    else {
      batches.push([value]);
      length = encodeURIComponent(value).length;
    }
  }
  return batches;
}

interface OptionsPage {
  options: SourceOption[];
  hasMore: boolean;
}

function fetchOptions(
  name: string,
  { search, values }: { search?: string; values: readonly string[] },
): Promise<OptionsPage> {
  const query = new URLSearchParams(values.map((value) => ['value', value]));
  if (search) query.set('search', search);
  return request<OptionsPage>({ path: `options/${encodeURIComponent(name)}?${query}` });
}
