import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import { FilterChips } from './FilterChips.tsx';
import styles from './SavedViews.module.css';
import type { SavedViewQuery, SavedViewsProps } from './SavedViews.tsx';

/** The chips of a list's saved views, and the button that deletes the current one. */
export function ViewChips({
  userId,
  currentQuery,
  words,
  savedViews,
}: SavedViewsProps & { savedViews: SavedViewQuery[] }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const current = savedViews.find(({ query }) => query === currentQuery);
  const remove = useMutation({
    mutationFn: ({ id, revision }: SavedViewQuery) =>
      request({ method: 'DELETE', path: `saved_views/${id}`, revision }),
    onSuccess: async () => {
      await navigate('?', { replace: true });
      await cache.invalidateQueries({ queryKey: ['saved_views'] });
    },
    onError: (error) => toast(error.message, { isError: true }),
  });
  return (
    <div className={styles.savedViews}>
      <FilterChips
        label={words.label}
        chips={[
          { title: words.defaultLabel, href: '?', isCurrent: currentQuery === '' },
          ...savedViews.map((view) => ({ title: view.name, href: `?${view.query}`, isCurrent: view === current })),
        ]}
      />
      {current && current.user === userId && (
        <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(current)}>
          {`Delete “${current.name}”`}
        </Button>
      )}
    </div>
  );
}
