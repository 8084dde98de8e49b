import { Alert, AlertTitle, Box, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { duplicateReasonText, duplicateText, type PossibleDuplicate } from '#schemas/clients/duplicates.ts';
import { request } from '../provider/http.ts';

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
