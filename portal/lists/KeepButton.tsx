import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { loadable } from '../forms/loadable.tsx';
import { Button } from '../look/Button.tsx';
import { Unloaded as missing } from '../look/Unloaded.tsx';
import type { KeptView, KeptViewsProps } from './KeptViews.tsx';

const NameDialog = loadable(async () => (await import('./NameDialog.tsx')).NameDialog, { missing, isDialog: true });

/** Keeps what is shown as a view, under a name that is asked for; of one's own of that name it is what that shows from now on. */
export function KeepButton({ resource, userId, now, words, kept }: KeptViewsProps & { kept: KeptView[] }) {
  const cache = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setNaming(true)}>
        {`${words.keep}…`}
      </Button>
      {isNaming && (
        <NameDialog
          title={words.keep}
          hint={words.hint}
          onClose={() => setNaming(false)}
          onName={async (name) => {
            const config = { address: now };
            const there = kept.find((view) => view.name === name && view.user === userId);
            await request(
              there
                ? { method: 'PATCH', path: `saved_views/${there.id}`, body: { config } }
                : { method: 'POST', path: 'saved_views', body: { resource, name, config } },
            );
            await cache.invalidateQueries({ queryKey: ['saved_views'] });
          }}
        />
      )}
    </>
  );
}
