import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';
import { PartLoadError } from '../look/LoadError.tsx';
import type { SavedViewQuery, SavedViewsProps } from './SavedViews.tsx';
import { listName } from './ViewChips.tsx';

const NameDialog = lazyComponent(async () => (await import('./NameDialog.tsx')).NameDialog, {
  errorFallback: PartLoadError,
  isDialog: true,
});

/**
 * A button that saves the current filters as a view, under a name that a dialog prompts for. An own view of the same
 * name is overwritten.
 */
export function SaveViewDialogButton({
  resource,
  userId,
  currentQuery,
  words,
  details,
  savedViews,
}: SavedViewsProps & { savedViews: SavedViewQuery[] }) {
  const cache = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setNaming(true)}>
        {`${words.saveLabel}…`}
      </Button>
      {isNaming && (
        <NameDialog
          title={words.saveLabel}
          hint={words.hint}
          onClose={() => setNaming(false)}
          onName={async (name) => {
            const config = { ...details, address: currentQuery };
            const list = listName(resource);
            const existing = savedViews.find(
              (view) => view.name === name && view.user === userId && view.resource === list,
            );
            await request(
              existing
                ? { method: 'PATCH', path: `saved_views/${existing.id}`, body: { config } }
                : { method: 'POST', path: 'saved_views', body: { resource: list, name, config } },
            );
            await cache.invalidateQueries({ queryKey: ['saved_views'] });
          }}
        />
      )}
    </>
  );
}
