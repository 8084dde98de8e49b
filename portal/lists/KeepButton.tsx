import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { loadable } from '../forms/loadable.tsx';
import { Button } from '../look/Button.tsx';
import { Unloaded as missing } from '../look/Unloaded.tsx';
import type { KeptView, KeptViewsProps } from './KeptViews.tsx';

const NameDialog = loadable(async () => (await import('./NameDialog.tsx')).NameDialog, { missing, isDialog: true });

/**
 * A button that saves the current filters as a view, under a name that a dialog prompts for. An own view of the same
 * name is overwritten.
 */
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
            const existing = kept.find((view) => view.name === name && view.user === userId);
            await request(
              existing
                ? { method: 'PATCH', path: `saved_views/${existing.id}`, body: { config } }
                : { method: 'POST', path: 'saved_views', body: { resource, name, config } },
            );
            await cache.invalidateQueries({ queryKey: ['saved_views'] });
          }}
        />
      )}
    </>
  );
}
