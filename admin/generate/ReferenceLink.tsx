import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ReferenceField, useRecordContext } from 'react-admin';
import type { Resource } from '#schemas/resource/resource.ts';
import { request } from '../provider/http.ts';
import { usePermissionCheck } from '../provider/permissions.ts';
import { inaccessibleText, resourceAt } from './catalogue.ts';
import { useResourceScreen } from './resource-screen.tsx';
import { useFieldValue, valueAt } from './useFieldValue.ts';

interface ReferenceLinkProps {
  source: string;
  /** Path of the referenced resource. */
  reference: string;
  emptyText?: string;
}

/** Name of the referenced record, as a link if the user may open it. */
export function ReferenceLink({ source, reference, emptyText = '—' }: ReferenceLinkProps) {
  const may = usePermissionCheck();
  const link = may({ action: 'show', resource: reference }) ? 'edit' : false;
  const target = resourceAt(reference);
  const isInaccessible = useFieldValue(source) && target;
  return (
    <ReferenceField
      source={source}
      reference={reference}
      link={link}
      empty={isInaccessible ? <InaccessibleName source={source} target={target} /> : emptyText}
    />
  );
}

/**
 * Name of a referenced record that the user may not open, which the API gives with the record that refers to it
 * (`x-store.named`); words for other records.
 */
function InaccessibleName({ source, target }: { source: string; target: Resource }) {
  const { resource } = useResourceScreen();
  const id = useRecordContext()?.id;
  const isOwn = resource.fields.some(({ name, property }) => name === source && property['x-ref'] === target.name);
  const isNamed = isOwn && id !== undefined && target.schema['x-store']?.named === true;
  const { data, isLoading } = useQuery({
    queryKey: [resource.path, 'names', id, source],
    queryFn: async ({ signal }): Promise<unknown> =>
      (await request(`/api/${resource.path}/${id}?populate=${source.replace(/Id$/, '')}`, { signal })).json,
    enabled: isNamed,
  });
  const name = valueAt(data, `${source}.name`);
  if (isLoading) return null;
  return (
    <Typography component="span" variant="body2">
      {typeof name === 'string' ? name : inaccessibleText(target)}
    </Typography>
  );
}
