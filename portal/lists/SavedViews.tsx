import { useQuery } from '@tanstack/react-query';
import type { JsonMap, SavedView, User } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import styles from './SavedViews.module.css';

/** Lazy: most lists have no saved views, so the code for them loads with the first one. */
const ViewChips = lazyComponent(async () => (await import('./ViewChips.tsx')).ViewChips, {
  fallback: () => <div className={styles.savedViews} />,
});
const LazySaveViewDialogButton = lazyComponent(async () => (await import('./ViewChips.tsx')).SaveViewDialogButton);

export interface SavedViewsProps {
  /** The list's name in `saved_views`; after a comma, that of the same list in the back-office. */
  resource: string;
  user: Pick<User, 'id' | 'roles'>;
  /** The current URL query; '' is the default view. */
  currentQuery: string;
  /** Translates a stored query into the one to use today. */
  read: (storedQuery: string) => string;
  words: SavedViewLabels;
  /** What a view stores besides its query, for the back-office. */
  details?: JsonMap;
  /** Loads what translates the shared views of the back-office. */
  loadTranslator?: () => Promise<ViewTranslator>;
}

/** Translates the configuration of a view to a query. `leftOut` names what this list cannot show. */
type ViewTranslator = (config: JsonMap) => { query: string; leftOut: string[] };

/** The list's labels for its views. */
export interface SavedViewLabels {
  label: string;
  /** The label of the default view. */
  defaultLabel: string;
  saveLabel: string;
  hint: string;
}

/** A saved view, with the query to use today. */
export type SavedViewQuery = SavedView & { query: string; leftOut?: string[] };

/** Saved views of a list, as chips. The server stores each one as a URL query, so the URL has a single parser. */
export function SavedViews(props: SavedViewsProps) {
  const views = useViews(props) ?? [];
  return views.length === 0 ? null : <ViewChips {...props} savedViews={views} />;
}

/**
 * The button that saves the current filters as a view. It belongs into the page heading, where its late arrival causes
 * no layout shift.
 */
export function SaveViewButton(props: SavedViewsProps) {
  const { currentQuery } = props;
  const views = useViews(props);
  const isNew = currentQuery !== '' && views && !views.some(({ query }) => query === currentQuery);
  return isNew ? <LazySaveViewDialogButton {...props} savedViews={views} /> : null;
}

/** The list's views, and those of the back-office, not yet translated. */
function useViews({ resource, read }: SavedViewsProps): SavedViewQuery[] | undefined {
  const { data } = useQuery(
    listOf('saved_views', { resource, availableTo: 'me', columns: 'name,config,user,entityId,resource', limit: 100 }),
  );
  return data?.results.map((view) => ({ ...view, query: read(addressOf(view)) }));
}

/** `config` is free-form JSON: without a valid address, use the default view. */
const addressOf = ({ config }: SavedView): string => (typeof config.address === 'string' ? config.address : '');
