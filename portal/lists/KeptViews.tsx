import { useQuery } from '@tanstack/react-query';
import type { SavedView } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { loadable } from '../forms/loadable.tsx';
import styles from './KeptViews.module.css';

/** Most lists have none, and are shown as they are by themselves: what tells of views comes with the first. */
const ViewChips = loadable(async () => (await import('./ViewChips.tsx')).ViewChips, {
  meanwhile: () => <div className={styles.kept} />,
});
const KeepButton = loadable(async () => (await import('./KeepButton.tsx')).KeepButton);

export interface KeptViewsProps {
  /** The list's name among those that keep views. */
  resource: string;
  userId: string;
  /** What is shown now, as the address's query says it; '' is what the list is by itself. */
  now: string;
  /** The query that a kept one means today. */
  read: (kept: string) => string;
  words: ViewWords;
}

/** How a list calls its views. */
export interface ViewWords {
  label: string;
  /** What the list is by itself. */
  usual: string;
  keep: string;
  hint: string;
}

/** A view that is kept, with the query that it means today. */
export type KeptView = SavedView & { query: string };

/**
 * What a person looks at again and again, under names: saved views, kept by the server as the address has them, so that there is one
 * reading of them. Who shares one has done it in the back-office.
 */
export function KeptViews(props: KeptViewsProps) {
  const kept = useKept(props) ?? [];
  return kept.length === 0 ? null : <ViewChips {...props} kept={kept} />;
}

/** The way to keep what is shown; for the heading of the page, where it moves nothing when it comes. */
export function KeepView(props: KeptViewsProps) {
  const { now } = props;
  const kept = useKept(props);
  const isNew = now !== '' && kept && !kept.some(({ query }) => query === now);
  return isNew ? <KeepButton {...props} kept={kept} /> : null;
}

function useKept({ resource, read }: KeptViewsProps): KeptView[] | undefined {
  const { data } = useQuery(listOf('saved_views', { resource, columns: 'name,config,user', limit: 100 }));
  return data?.results.map((view) => ({ ...view, query: read(addressOf(view)) }));
}

/** A view is free JSON: what is no address is the list by itself. */
const addressOf = ({ config }: SavedView): string => (typeof config.address === 'string' ? config.address : '');
