import { useQuery } from '@tanstack/react-query';
import type { SavedView } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { loadable } from '../forms/loadable.tsx';
import styles from './KeptViews.module.css';

/** Lazy: most lists have no saved views, so the code for them loads with the first one. */
const ViewChips = loadable(async () => (await import('./ViewChips.tsx')).ViewChips, {
  meanwhile: () => <div className={styles.kept} />,
});
const KeepButton = loadable(async () => (await import('./KeepButton.tsx')).KeepButton);

export interface KeptViewsProps {
  /** The list's name in `saved_views`. */
  resource: string;
  userId: string;
  /** The current URL query; '' is the default view. */
  now: string;
  /** Translates a stored query into the one to use today. */
  read: (storedQuery: string) => string;
  words: ViewWords;
}

/** The list's labels for its views. */
export interface ViewWords {
  label: string;
  /** The label of the default view. */
  usual: string;
  keep: string;
  hint: string;
}

/** A saved view, with the query to use today. */
export type KeptView = SavedView & { query: string };

/**
 * Saved views of a list, as chips. The server stores each one as a URL query, so the URL has a single parser. Views are
 * shared in the back-office.
 */
export function KeptViews(props: KeptViewsProps) {
  const views = useViews(props) ?? [];
  return views.length === 0 ? null : <ViewChips {...props} kept={views} />;
}

/**
 * The button that saves the current filters as a view. It belongs into the page heading, where its late arrival causes
 * no layout shift.
 */
export function KeepView(props: KeptViewsProps) {
  const { now } = props;
  const views = useViews(props);
  const isNew = now !== '' && views && !views.some(({ query }) => query === now);
  return isNew ? <KeepButton {...props} kept={views} /> : null;
}

function useViews({ resource, read }: KeptViewsProps): KeptView[] | undefined {
  const { data } = useQuery(listOf('saved_views', { resource, columns: 'name,config,user', limit: 100 }));
  return data?.results.map((view) => ({ ...view, query: read(addressOf(view)) }));
}

/** `config` is free-form JSON: without a valid address, use the default view. */
const addressOf = ({ config }: SavedView): string => (typeof config.address === 'string' ? config.address : '');
