import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Chips } from './Chips.tsx';
import styles from './KeptViews.module.css';
import type { KeptView, KeptViewsProps } from './KeptViews.tsx';

/** The chips of a list's saved views, and the button that deletes the current one. */
export function ViewChips({ userId, now, words, kept }: KeptViewsProps & { kept: KeptView[] }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const current = kept.find(({ query }) => query === now);
  const remove = useMutation({
    mutationFn: ({ id, revision }: KeptView) => request({ method: 'DELETE', path: `saved_views/${id}`, revision }),
    onSuccess: async () => {
      await navigate('?', { replace: true });
      await cache.invalidateQueries({ queryKey: ['saved_views'] });
    },
    onError: (error) => toast(error.message, { isError: true }),
  });
  return (
    <div className={styles.kept}>
      <Chips
        label={words.label}
        chips={[
          { title: words.usual, href: '?', isCurrent: now === '' },
          ...kept.map((view) => ({ title: view.name, href: `?${view.query}`, isCurrent: view === current })),
        ]}
      />
      {current && current.user === userId && (
        <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(current)}>
          {`Forget ‘${current.name}’`}
        </Button>
      )}
    </div>
  );
}
