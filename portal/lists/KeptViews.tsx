import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SavedView } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Chips } from './Chips.tsx';
import styles from './KeptViews.module.css';
import { NameDialog } from './NameDialog.tsx';

interface KeptViewsProps {
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

/**
 * What a person looks at again and again, under names: saved views, kept by the server as the address has them, so that there is one
 * reading of them. Who shares one has done it in the back-office.
 */
export function KeptViews({ resource, userId, now, read, words }: KeptViewsProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [isNaming, setNaming] = useState(false);
  const { data } = useQuery(listOf('saved_views', { resource, columns: 'name,config,user', limit: 100 }));
  const views = (data?.results ?? []).map((view) => ({ ...view, query: read(addressOf(view)) }));
  const current = views.find(({ query }) => query === now);
  const reload = () => cache.invalidateQueries({ queryKey: ['saved_views'] });
  const remove = useMutation({
    mutationFn: ({ id, revision }: SavedView) => request({ method: 'DELETE', path: `saved_views/${id}`, revision }),
    onSuccess: async () => {
      await navigate('?', { replace: true });
      await reload();
    },
    onError: (error) => toast(error.message, { isError: true }),
  });
  if (views.length === 0 && now === '') return null;
  return (
    <div className={styles.kept}>
      {views.length > 0 && (
        <Chips
          label={words.label}
          chips={[
            { title: words.usual, href: '?', isCurrent: now === '' },
            ...views.map((view) => ({ title: view.name, href: `?${view.query}`, isCurrent: view === current })),
          ]}
        />
      )}
      {now !== '' && !current && (
        <Button kind="quiet" onClick={() => setNaming(true)}>
          {words.keep}…
        </Button>
      )}
      {current && current.user === userId && (
        <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(current)}>
          Forget ‘{current.name}’
        </Button>
      )}
      {isNaming && (
        <NameDialog
          title={words.keep}
          hint={words.hint}
          onClose={() => setNaming(false)}
          onName={async (name) => {
            const config = { address: now };
            const there = views.find((view) => view.name === name && view.user === userId);
            await request(
              there
                ? { method: 'PATCH', path: `saved_views/${there.id}`, body: { config } }
                : { method: 'POST', path: 'saved_views', body: { resource, name, config } },
            );
            await reload();
          }}
        />
      )}
    </div>
  );
}

/** A view is free JSON: what is no address is the list by itself. */
const addressOf = ({ config }: SavedView): string => (typeof config.address === 'string' ? config.address : '');
