import { Card, CardContent } from '@mui/material';
import { useEffect } from 'react';
import { BooleanInput, required, useGetList } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { usePreferences } from '#portal/preferences/preferenceStore.ts';
import type { Channel } from '#schemas/generated/types.ts';
import { OrganizationPicker } from '../entities/OrganizationPicker.tsx';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { parentField } from '../provider/data.ts';

/** Lazy: compares names by edit distance. */
const SimilarClients = lazyComponent(async () => (await import('./SimilarClients.tsx')).SimilarClients);

const organization = `${parentField}.entities`;
/** Form-only field: clients have no such field, so it is never sent. */
const outside = '$outside';

/**
 * Organization of a new client. Defaults to the organization of the last used channel; creating the client outside the
 * tree needs an explicit choice (design 4). Below it are clients that may be the same business.
 */
export function NewClientOrganization() {
  const { setValue, getValues } = useFormContext();
  const isOutside: unknown = useWatch({ name: outside });
  const entity = useChosenEntity();
  useEffect(() => {
    if (isOutside === true) setValue(organization, null);
    else if (entity && !getValues(organization)) setValue(organization, entity);
  }, [entity, isOutside, setValue, getValues]);
  return (
    <>
      <Card component="section" aria-label="Where the client belongs" sx={{ mb: 2 }}>
        <CardContent>
          <OrganizationInput source={organization} isDisabled={isOutside === true} />
          <BooleanInput
            source={outside}
            label="No organization for now (visible to administrators only)"
            defaultValue={false}
            helperText={false}
          />
        </CardContent>
      </Card>
      <SimilarClients />
    </>
  );
}

function useChosenEntity(): string | undefined {
  const { channelSlug } = usePreferences();
  const { data: [channel] = [] } = useGetList<Channel>(
    'channels',
    { filter: { slug: channelSlug }, pagination: { page: 1, perPage: 1 }, sort: { field: 'name', order: 'ASC' } },
    { enabled: channelSlug !== null },
  );
  return channel?.entityId;
}

interface OrganizationInputProps {
  source: string;
  isDisabled?: boolean;
}

/** Picks the parent organization of a client: any entity except client entities. */
export function OrganizationInput({ source, isDisabled = false }: OrganizationInputProps) {
  return (
    <OrganizationPicker
      source={source}
      label="Organization"
      disabled={isDisabled}
      validate={isDisabled ? [] : required('Missing required field: Organization')}
      helperText="People in this organization and those above it can see the client."
    />
  );
}
