import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SavedView } from '#schemas/generated/types.ts';
import type { NamedRecord } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { organizationsWithin, useOrganizations } from '../clients/organizations.ts';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import { FilterChips } from './FilterChips.tsx';
import { NameDialog } from './NameDialog.tsx';
import styles from './SavedViews.module.css';
import type { SavedViewQuery, SavedViewsProps } from './SavedViews.tsx';

/**
 * The chips of a list's saved views, and what its owner can do with the current one: update it to the current filters,
 * rename, share or delete it. While a view's filters are changed, it stays the current one, so that it can be updated.
 */
export function ViewChips({
  resource,
  user,
  currentQuery,
  words,
  details,
  loadTranslator,
  savedViews: storedViews,
}: SavedViewsProps & { savedViews: SavedViewQuery[] }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [openId, setOpenId] = useState<string>();
  const [isRenaming, setRenaming] = useState(false);
  const mayShare = user.roles.includes('ADMIN') || user.roles.includes('AGENCY_ADMIN');
  const isOwnList = (view: SavedView) => view.resource === listName(resource);
  const { data: translate } = useQuery({
    queryKey: ['view-translator', resource],
    queryFn: async () => ({ to: await loadTranslator?.() }),
    enabled: !storedViews.every(isOwnList),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const savedViews = storedViews.flatMap((view) => {
    if (isOwnList(view)) return [view];
    return view.entityId && translate?.to ? [{ ...view, ...translate.to(view.config) }] : [];
  });
  const matching = savedViews.find(({ query }) => query === currentQuery);
  if (matching && matching.id !== openId) setOpenId(matching.id);
  if (currentQuery === '' && openId !== undefined) setOpenId(undefined);
  const current = matching ?? savedViews.find(({ id }) => id === openId);
  const refresh = () => cache.invalidateQueries({ queryKey: ['saved_views'] });
  const patch = (view: SavedViewQuery, body: { name?: string; config?: object; entityId?: string | null }) =>
    request({ method: 'PATCH', path: `saved_views/${view.id}`, revision: view.revision, body });
  const onError = (error: Error) => toast(error.message, { isError: true });
  const update = useMutation({
    mutationFn: (view: SavedViewQuery) =>
      patch(view, { config: { ...view.config, ...details, address: currentQuery } }),
    onSuccess: async (_, { name }) => {
      await refresh();
      toast(`View “${name}” updated`);
    },
    onError,
  });
  const share = useMutation({
    mutationFn: ({ view, entityId }: { view: SavedViewQuery; entityId: string | null }) => patch(view, { entityId }),
    onSuccess: refresh,
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id, revision }: SavedViewQuery) =>
      request({ method: 'DELETE', path: `saved_views/${id}`, revision }),
    onSuccess: async () => {
      await navigate('?', { replace: true });
      await refresh();
    },
    onError,
  });
  if (savedViews.length === 0) return null;
  return (
    <div className={styles.savedViews}>
      <FilterChips
        label={words.label}
        chips={[
          { title: words.defaultLabel, href: '?', isCurrent: currentQuery === '' },
          ...savedViews.map((view) => ({ title: view.name, href: `?${view.query}`, isCurrent: view === current })),
        ]}
      />
      {current && !isOwnList(current) && (
        <p className={styles.note}>
          {['Shared in the back-office.', ...(current.leftOut?.length ? [notShown(current.leftOut)] : [])].join(' ')}
        </p>
      )}
      {current && current.user === user.id && isOwnList(current) && (
        <>
          {!matching && (
            <Button kind="quiet" isBusy={update.isPending} onClick={() => update.mutate(current)}>
              {`Update “${current.name}”`}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setRenaming(true)}>
            Rename…
          </Button>
          {mayShare && (
            <ShareChoice
              user={user}
              value={current.entityId}
              onChange={(entityId) => share.mutate({ view: current, entityId })}
            />
          )}
          <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(current)}>
            {`Delete “${current.name}”`}
          </Button>
        </>
      )}
      {current && isRenaming && (
        <NameDialog
          title={`Rename “${current.name}”`}
          hint={words.hint}
          initialName={current.name}
          onClose={() => setRenaming(false)}
          onName={async (name) => {
            await patch(current, { name });
            await refresh();
          }}
        />
      )}
    </div>
  );
}

/** The name under which the portal stores the views of a list. */
export const listName = (resource: string): string | undefined => resource.split(',')[0];

const notShown = (names: readonly string[]): string => `Not available here: ${names.join(', ')}.`;

interface ShareChoiceProps extends Pick<SavedViewsProps, 'user'> {
  value: string | null;
  onChange: (entityId: string | null) => void;
}

/**
 * The choice of the organization in which a view is shared: everybody in it and below it sees the view. An ADMIN shares
 * in all organizations, an AGENCY_ADMIN in their own ones and below (design 4).
 */
function ShareChoice({ user, value, onChange }: ShareChoiceProps) {
  const isOwnOnly = !user.roles.includes('ADMIN');
  const { data: organizations = [] } = useOrganizations();
  const { data: memberships = [] } = useQuery({
    queryKey: ['users', 'me', 'memberships'],
    queryFn: () => request<{ entity: NamedRecord }[]>({ path: 'users/me/memberships' }),
    enabled: isOwnOnly,
  });
  const choices = isOwnOnly
    ? organizationsWithin(
        organizations,
        memberships.map(({ entity }) => entity.id),
      )
    : organizations;
  if (choices.length === 0) return null;
  return (
    <label className={styles.share}>
      Shared in
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">Only me</option>
        {choices.map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * A button that saves the current filters as a view, under a name that a dialog prompts for. An own view of the same
 * name is overwritten.
 */
export function SaveViewDialogButton({
  resource,
  user,
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
              (view) => view.name === name && view.user === user.id && view.resource === list,
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
