import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Card,
  CardContent,
  Link,
  Pagination,
  Skeleton,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebouncedEvent, useRequireAccess } from 'react-admin';
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
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const { data, error, refetch } = useQuery({
    queryKey: ['clients', 'duplicates', 'groups', page],
    queryFn: async ({ signal }): Promise<DuplicateGroups> =>
      (await request(`/api/clients/duplicates/groups?page=${page}&limit=${groupsPerPage}`, { signal })).json,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <LoadError subject="The list of likely duplicates" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  const { total } = data.pagination;
  const pages = Math.ceil(total / groupsPerPage);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {data.isPartial ? (
        <Alert severity="info">
          This list isn’t complete, because there are too many clients or common values to compare all of them. More
          appears as you merge clients.
        </Alert>
      ) : null}
      <Typography role="status">
        {total === 0 ? 'No likely duplicates' : `${total.toLocaleString('en-US')} ${total === 1 ? 'group' : 'groups'}`}
      </Typography>
      {data.results.map(({ clients }) => (
        <Group key={clients.map(({ id }) => id).join()} clients={clients} />
      ))}
      {pages > 1 ? (
        <Pagination
          count={pages}
          page={page}
          onChange={(_event, next) => setParams({ page: String(next) })}
          sx={{ justifySelf: 'center' }}
        />
      ) : null}
    </Box>
  );
}

/** Clients that may be the same business. Each can be merged into the first one. */
function Group({ clients }: { clients: PossibleDuplicate[] }) {
  const isPermitted = usePermissionCheck();
  const [first] = clients;
  if (!first) return null;
  const mayMerge = isPermitted({ action: 'delete', resource: 'clients' });
  return (
    <Card component="section" aria-label={first.name}>
      <CardContent component="ul" sx={{ m: 0, listStyle: 'none', py: 1, '&:last-child': { pb: 1 } }}>
        {clients.map((client) => (
          <GroupMember key={client.id} client={client} into={mayMerge && client !== first ? first : undefined} />
        ))}
      </CardContent>
    </Card>
  );
}

function GroupMember({ client, into }: { client: PossibleDuplicate; into: PossibleDuplicate | undefined }) {
  const { resource } = useResourceScreen();
  const { id, name, businessAddress, orders } = client;
  const same = duplicateReasonText(client);
  const similar = same === undefined ? 'Similar name' : `${same}, similar name`;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 240px) 96px' },
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
      {into ? (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          component={RouterLink}
          to={`/${resource.path}/${into.id}/merge?other=${id}`}
          aria-label={`Merge ${name} into ${into.name}`}
          sx={{ justifySelf: { xs: 'start', sm: 'end' }, mt: { xs: 1, sm: 0 } }}
        >
          Merge…
        </Button>
      ) : null}
    </Box>
  );
}
