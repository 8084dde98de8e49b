import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Card,
  CardActions,
  CardContent,
  FormControlLabel,
  Link,
  Pagination,
  Skeleton,
  Switch,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebouncedEvent, useNotify, useRequireAccess } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import {
  type DuplicateGroups,
  duplicateReasonText,
  duplicateText,
  type PossibleDuplicate,
} from '#schemas/clients/duplicates.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { UndoNotification } from '../frame/UndoNotification.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { request } from '../provider/http.ts';
import { usePermissionCheck } from '../provider/permissions.ts';

/** The properties by which duplicates are found. */
const properties = ['name', 'phoneNumber', 'website', 'email'];

/** Duplicate detection: links to clients that may be the one in the form. Nothing if there are none. */
export function SimilarClients() {
  const values: unknown[] = useWatch({ name: properties });
  const query = String(
    new URLSearchParams(
      values.flatMap((value, index) =>
        typeof value === 'string' && value !== '' ? [[properties[index] ?? '', value]] : [],
      ),
    ),
  );
  const [settled, setSettled] = useState(query);
  const settle = useEffectEvent(useDebouncedEvent(setSettled, 400));
  useEffect(() => settle(query), [query]);
  const { data = [] } = useQuery({
    queryKey: ['clients', 'duplicates', settled],
    queryFn: async ({ signal }): Promise<PossibleDuplicate[]> =>
      (await request(`/api/clients/duplicates?${settled}`, { signal })).json,
    enabled: settled !== '',
  });
  if (data.length === 0 || query === '') return null;
  return (
    <Alert severity="warning" role="status" sx={{ mb: 2 }}>
      <AlertTitle>This business may already be a client</AlertTitle>
      {data.map((client) => (
        <Box key={client.id} sx={{ mb: 0.5 }}>
          <Link component={RouterLink} to={`/clients/${client.id}`}>
            {`Looks like ${duplicateText(client)}`}
          </Link>
          <Typography variant="body2">{duplicateReasonText(client)}</Typography>
        </Box>
      ))}
    </Alert>
  );
}

/** Groups of clients on one page. */
const groupsPerPage = 20;

/** Page of the clients that are likely the same business, in groups, with links that merge them. */
export function DuplicatesPage() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'list', resource: resource.path });
  if (isPending) return null;
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader title="Likely duplicates" />
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        Clients with the same phone number, website, or e-mail address, or with similar names. Values that more than 10
        clients share aren’t compared.
      </Typography>
      <Groups />
    </Box>
  );
}

function Groups() {
  const [params, setParams] = useSearchParams();
  const status = useRef<HTMLParagraphElement>(null);
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const isDismissed = params.get('dismissed') === 'true';
  const show = (next: { page: number; isDismissed: boolean }) =>
    setParams({
      ...(next.page > 1 ? { page: String(next.page) } : {}),
      ...(next.isDismissed ? { dismissed: 'true' } : {}),
    });
  const { data, error, refetch } = useQuery({
    queryKey: ['clients', 'duplicates', 'groups', isDismissed, page],
    queryFn: async ({ signal }): Promise<DuplicateGroups> => {
      const query = new URLSearchParams({ page: String(page), limit: String(groupsPerPage) });
      if (isDismissed) query.set('dismissed', 'true');
      return (await request(`/api/clients/duplicates/groups?${query}`, { signal })).json;
    },
    // The previous page stays visible, but not the groups of the other list, which have other buttons.
    placeholderData: (previous, query) => (query?.queryKey[3] === isDismissed ? previous : undefined),
    retry: false,
  });
  const total = data?.pagination.total ?? 0;
  const pages = Math.ceil(total / groupsPerPage);
  const count = `${total.toLocaleString('en-US')} ${isDismissed ? 'dismissed ' : ''}${total === 1 ? 'group' : 'groups'}`;
  const none = isDismissed ? 'No dismissed groups' : 'No likely duplicates';
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FormControlLabel
        sx={{ justifySelf: 'start' }}
        control={
          <Switch
            size="small"
            checked={isDismissed}
            onChange={(_event, isOn) => show({ page: 1, isDismissed: isOn })}
          />
        }
        label="Show dismissed groups"
      />
      {error ? <LoadError subject="The list of likely duplicates" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton variant="rounded" height={320} />}
      {data?.isPartial ? (
        <Alert severity="info">
          This list isn’t complete, because there are too many clients or common values to compare all of them. More
          appears as you merge clients.
        </Alert>
      ) : null}
      <Typography ref={status} role="status" tabIndex={-1}>
        {data ? (total === 0 ? none : count) : null}
      </Typography>
      {data?.results.map(({ clients }) => (
        <Group
          key={clients.map(({ id }) => id).join()}
          clients={clients}
          isDismissed={isDismissed}
          // The button that had the focus is gone.
          onDecided={() => status.current?.focus()}
        />
      ))}
      {pages > 1 ? (
        <Pagination
          count={pages}
          page={page}
          onChange={(_event, next) => show({ page: next, isDismissed })}
          sx={{ justifySelf: 'center' }}
        />
      ) : null}
    </Box>
  );
}

type Pairs = [string, string][];

/** All pairs of clients. */
const pairsOf = (clients: PossibleDuplicate[]): Pairs =>
  clients.flatMap((one, at) => clients.slice(at + 1).map((other): [string, string] => [one.id, other.id]));

/** Milliseconds during which the notification offers Undo. Later, the list of dismissed groups does. */
const timeToUndo = 10_000;

/** Returns a function that marks pairs as no duplicates, or takes that back, and offers to undo it. */
function useDismissal() {
  const notify = useNotify();
  const cache = useQueryClient();
  const send = async (pairs: Pairs, dismissed: boolean): Promise<Pairs> => {
    const body = JSON.stringify({ pairs, dismissed });
    const { json } = await request('/api/clients/duplicates/dismissals', { method: 'PUT', body });
    await cache.invalidateQueries({ queryKey: ['clients', 'duplicates'] });
    return json.pairs;
  };
  const report = (error: unknown) => notify(error instanceof Error ? error.message : String(error), { type: 'error' });
  return async ({ pairs, dismissed, words }: { pairs: Pairs; dismissed: boolean; words: string }) => {
    try {
      const changed = await send(pairs, dismissed);
      const undo = () => send(changed, !dismissed).catch(report);
      const notification = <UndoNotification words={words} onUndo={() => void undo()} />;
      notify(changed.length > 0 ? notification : words, { type: 'success', autoHideDuration: timeToUndo });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
}

interface GroupProps {
  clients: PossibleDuplicate[];
  isDismissed: boolean;
  onDecided: () => void;
}

/** Clients that may be the same business. Each can be merged into the first one, or the group is dismissed. */
function Group({ clients, isDismissed, onDecided }: GroupProps) {
  const isPermitted = usePermissionCheck();
  const dismiss = useDismissal();
  const [first, second] = clients;
  if (!first || !second) return null;
  const mayMerge = isPermitted({ action: 'delete', resource: 'clients' });
  const isPair = clients.length === 2;
  const names = isPair ? `${first.name} and ${second.name}` : `${clients.length} clients`;
  const decide = async (pairs: Pairs, words: string) => {
    if (await dismiss({ pairs, dismissed: !isDismissed, words })) onDecided();
  };
  const decideAll = () =>
    decide(
      pairsOf(clients),
      isDismissed ? `${names} listed as likely duplicates again` : `${names} marked as no duplicates`,
    );
  const dismissOne = (client: PossibleDuplicate) => {
    const others = clients.filter((each) => each !== client);
    const pairs = others.map((other): [string, string] => [client.id, other.id]);
    return decide(pairs, `${client.name} marked as no duplicate of the others`);
  };
  const label = isDismissed ? 'Restore' : isPair ? 'Not duplicates' : 'None are duplicates';
  return (
    <Card component="section" aria-label={first.name}>
      <CardContent component="ul" sx={{ m: 0, listStyle: 'none', py: 1, '&:last-child': { pb: 1 } }}>
        {clients.map((client) => (
          <GroupMember
            key={client.id}
            client={client}
            into={mayMerge && !isDismissed && client !== first ? first : undefined}
            onDismiss={mayMerge && !isDismissed && !isPair ? () => void dismissOne(client) : undefined}
          />
        ))}
      </CardContent>
      {mayMerge ? (
        <CardActions sx={{ justifyContent: 'flex-end', px: 2, pt: 0, pb: 1 }}>
          <Button size="small" color="inherit" aria-label={`${label}: ${names}`} onClick={() => void decideAll()}>
            {label}
          </Button>
        </CardActions>
      ) : null}
    </Card>
  );
}

interface GroupMemberProps {
  client: PossibleDuplicate;
  /** The client that it can be merged into. */
  into: PossibleDuplicate | undefined;
  /** Marks it as no duplicate of the others. */
  onDismiss: (() => void) | undefined;
}

function GroupMember({ client, into, onDismiss }: GroupMemberProps) {
  const { resource } = useResourceScreen();
  const { id, name, businessAddress, orders } = client;
  const same = duplicateReasonText(client);
  const similar = same === undefined ? 'Similar name' : `${same}, similar name`;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 240px) 144px' },
        columnGap: 2,
        alignItems: 'center',
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={`/${resource.path}/${id}`}>
          {name}
        </Link>
        <Typography variant="body2" color="text.secondary">
          {`${businessAddress.street}, ${businessAddress.city}`}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {orders === 0 ? 'No orders' : orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`}
        </Typography>
      </Box>
      <Typography variant="body2">{client.reasons.includes('name') ? similar : same}</Typography>
      <Box
        sx={{
          ...{ display: 'flex', flexWrap: 'wrap', gap: 0.5 },
          flexDirection: { xs: 'row', sm: 'column' },
          ...{ alignItems: { xs: 'center', sm: 'flex-end' }, mt: { xs: into || onDismiss ? 1 : 0, sm: 0 } },
        }}
      >
        {into ? (
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            component={RouterLink}
            to={`/${resource.path}/${into.id}/merge?other=${id}`}
            aria-label={`Merge ${name} into ${into.name}`}
          >
            Merge…
          </Button>
        ) : null}
        {onDismiss ? (
          <Button size="small" color="inherit" aria-label={`Not a duplicate: ${name}`} onClick={onDismiss}>
            Not a duplicate
          </Button>
        ) : null}
      </Box>
    </Box>
  );
}
