import { useQueryClient } from '@tanstack/react-query';
import {
  useDataProvider,
  useDelete,
  useGetIdentity,
  useGetList,
  useGetOne,
  useListContext,
  useNotify,
  useStore,
} from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap, SavedView } from '#schemas/generated/types.ts';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { fullRecordQuery } from '../generate/useFieldValue.ts';

const path = 'saved_views';
/** Maximum number of views listed. */
const maxViews = 100;

interface ListOfViews {
  /** Name that the list's views are stored under. */
  list: string;
  storeKey: string;
  /** The list's default state. */
  usual: ViewState;
  columns: string[];
  chooseColumns: (names: string[] | undefined) => void;
}

/** Loads the saved views of the current list, with the selected one and its operations. */
export function useSavedViews({ list, storeKey, usual, columns, chooseColumns }: ListOfViews) {
  const { filterValues, sort, perPage, setFilters, setSort, setPerPage } = useListContext();
  const { identity } = useGetIdentity();
  const cache = useQueryClient();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const { resource, override } = useResourceScreen();
  // A list with a title of its own, such as one of the pending records, has no counterpart in the portal.
  const { portalViews } = list === resource.path ? override : {};
  const [chosenId, choose] = useStore<string | undefined>(`${storeKey}.view`);
  const { data = [], refetch } = useGetList<SavedView>(path, {
    filter: { resource: portalViews ? [list, portalViews.list] : list, availableTo: 'me' },
    sort: { field: 'name', order: 'ASC' },
    pagination: { page: 1, perPage: maxViews },
  });
  const isOfPortal = (view: SavedView) => view.resource !== list;
  const views = data.filter((view) => !isOfPortal(view) || view.entityId !== null);
  const translated = (view: SavedView) =>
    isOfPortal(view) && portalViews
      ? portalViews.translate(view.config, String(identity?.id))
      : { config: view.config, leftOut: [] };
  const found = views.find(({ id }) => id === chosenId);
  const { data: chosen } = useGetOne<SavedView>(
    path,
    { id: chosenId ?? '', ...fullRecordQuery },
    { enabled: found !== undefined },
  );
  const [remove] = useDelete<SavedView, Error>();
  const state: ViewState = { filter: filterValues, sort, columns, perPage };
  const reportError = (error: Error) => notify(error.message, { type: 'error' });

  const refreshViews = async ({ name }: SavedView) => {
    await cache.invalidateQueries({ queryKey: [path] });
    notify(`View “${name}” saved`, { type: 'success' });
  };

  const show = ({ filter, sort: order, columns: names, perPage: rows }: ViewState) => {
    setFilters(filter);
    setSort(order);
    setPerPage(rows);
    chooseColumns(names);
  };

  return {
    views,
    selected: found && chosen,
    isChanged: chosen !== undefined && !isViewUnchanged(state, parseViewConfig(translated(chosen).config, usual)),
    /** Whether the user may change it here. A view of the portal is changed there. */
    isOwn: (view: SavedView) => view.user === identity?.id && !isOfPortal(view),
    isOfPortal,
    /** Applies a view to the list; reports an error if it no longer exists. */
    apply: async (id: string) => {
      try {
        const { data: view } = await cache.fetchQuery({
          queryKey: [path, 'getOne', { id, ...fullRecordQuery }],
          queryFn: () => dataProvider.getOne<SavedView>(path, { id, ...fullRecordQuery }),
        });
        choose(id);
        const { config, leftOut } = translated(view);
        show(parseViewConfig(config, usual));
        if (leftOut.length > 0)
          notify(`“${view.name}” is shared in the portal. Not available here: ${leftOut.join(', ')}.`, {
            type: 'info',
          });
      } catch (error) {
        if (error instanceof Error) reportError(error);
        await refetch();
      }
    },
    /** Resets the list to its defaults. */
    reset: () => {
      choose(undefined);
      show(usual);
      chooseColumns(undefined);
    },
    /** Saves the list's state as a new view. Throws what `request` throws. */
    saveAs: async (values: Partial<SavedView>) => {
      const { data } = await dataProvider.create<SavedView>(path, {
        data: { ...values, resource: list, config: serializeView(state) },
      });
      choose(data.id);
      await refreshViews(data);
    },
    /** Updates a view, by default to the list's state. Throws what `request` throws. */
    change: async (view: SavedView, values: Partial<SavedView> = { config: serializeView(state) }) => {
      const { data } = await dataProvider.update<SavedView>(path, { id: view.id, data: values, previousData: view });
      await refreshViews(data);
    },
    /** Deletes a view; can be undone. */
    remove: (view: SavedView) => {
      choose(undefined);
      void remove(
        path,
        { id: view.id, previousData: view },
        {
          mutationMode: 'undoable',
          onError: reportError,
          onSuccess: () => notify(`View “${view.name}” deleted`, { type: 'info', undoable: true }),
        },
      );
    },
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;

/** The part of a list's state that a view stores. */
export interface ViewState {
  filter: Record<string, unknown>;
  sort: { field: string; order: 'ASC' | 'DESC' };
  columns: string[];
  perPage: number;
}

/**
 * Parses the configuration of a saved view. It is free JSON and may be outdated: invalid parts fall back to the list's
 * defaults.
 */
export function parseViewConfig(config: JsonMap | undefined, usual: ViewState): ViewState {
  const { filter, sort, columns, perPage } = config ?? {};
  return {
    filter: isRecord(filter) ? filter : usual.filter,
    sort: isSort(sort) ? sort : usual.sort,
    columns: isTexts(columns) && columns.length > 0 ? columns : usual.columns,
    perPage: typeof perPage === 'number' && perPage >= 1 && perPage <= 200 ? perPage : usual.perPage,
  };
}

/** Serializes a list's state to a view's configuration. */
export function serializeView({ filter, sort, columns, perPage }: ViewState): JsonMap {
  return { filter, sort: { field: sort.field, order: sort.order }, columns, perPage };
}

/** Whether the list still equals the view. */
export function isViewUnchanged(list: ViewState, view: ViewState): boolean {
  return isEqual(serializeView(list), serializeView(view));
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isSort = (value: unknown): value is ViewState['sort'] =>
  isRecord(value) && typeof value.field === 'string' && (value.order === 'ASC' || value.order === 'DESC');
