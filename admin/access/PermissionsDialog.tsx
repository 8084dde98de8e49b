import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { AutocompleteInput, Form, ReferenceInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { AccessExplanation, GrantOrigin, Verdict } from '#schemas/access/access-explanation.ts';
import { accessReasons, productAccessText, verdictText } from '#schemas/access/access-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { searchQuery } from '../generate/scalar-inputs.tsx';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';

interface WhyDialogProps {
  /** Name of the record or the user, for the title. */
  name: string;
  /** The record in question. Without it, the dialog lists everything the user may do. */
  record?: { type: string; id: string };
  person?: string;
  onClose: () => void;
}

/**
 * Explains effective permissions: which user may do what, and which role, membership, guild or access rule grants it.
 */
export function PermissionsDialog({ name, record, person, onClose }: WhyDialogProps) {
  const me = useSession()?.user.id;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="why-title">
      <DialogTitle id="why-title">{record ? `Who can do what with ${name}` : `What ${name} can do`}</DialogTitle>
      <DialogContent>
        {person ? <Answer person={person} /> : null}
        {record && me ? (
          <Form record={{ id: record.id, person: me }}>
            <Box sx={{ pt: 1 }}>
              <ReferenceInput source="person" reference="users" sort={{ field: 'name', order: 'ASC' }}>
                <AutocompleteInput label="Person" optionText="name" filterToQuery={searchQuery} helperText={false} />
              </ReferenceInput>
            </Box>
            <SelectedPerson record={record} />
          </Form>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function SelectedPerson({ record }: Required<Pick<WhyDialogProps, 'record'>>) {
  const person: unknown = useWatch({ name: 'person' });
  if (typeof person !== 'string' || person === '') return null;
  return <Answer person={person} record={record} />;
}

function Answer({ person, record }: { person: string; record?: WhyDialogProps['record'] }) {
  const query = record ? `?${new URLSearchParams({ type: record.type, record: record.id })}` : '';
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'rights', person, query],
    queryFn: async ({ signal }): Promise<AccessExplanation> =>
      (await request(`/api/users/${person}/rights${query}`, { signal })).json,
    staleTime: 0,
  });
  if (error) return <LoadError subject="The permissions" error={error} onRetry={refetch} />;
  if (!data) return <Typography color="text.secondary">…</Typography>;
  const rights = data.rights.filter(({ actions }) => record || actions.some(({ isAllowed }) => isAllowed));
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 2, pt: 1 }}>
      {data.user.inactive ? <Alert severity="warning">This account is inactive and has no access.</Alert> : null}
      {data.product ? <Typography>{productAccessText(data.product)}</Typography> : null}
      {rights.map(({ type, actions }) => (
        <Box component="section" key={type} aria-label={labelOf(type)} sx={{ display: 'grid', gap: 1 }}>
          {record ? null : (
            <Typography variant="subtitle2" component="h3">
              {labelOf(type)}
            </Typography>
          )}
          {actions
            .filter(({ isAllowed }) => record || isAllowed)
            .map((verdict) => (
              <Reasons key={verdict.action} verdict={verdict} />
            ))}
        </Box>
      ))}
      {record?.type === 'Order' ? (
        <Typography variant="body2" color="text.secondary">
          The order's status can limit these permissions further. The buttons on the order show what's possible now.
        </Typography>
      ) : null}
    </Box>
  );
}

function Reasons({ verdict }: { verdict: Verdict<GrantOrigin> }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }} color={verdict.isAllowed ? 'success.main' : 'text.secondary'}>
        {verdictText(verdict)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', color: 'text.secondary' }}>
        {accessReasons(verdict).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </Box>
    </div>
  );
}
