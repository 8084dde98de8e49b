import { Alert, AlertTitle, Box, Button, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { ShowBase, useDelete, useRecordContext, useRequireAccess } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { served } from '#schemas/generated/registry.ts';
import type { Entity } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Part } from '../frame/Part.tsx';
import { useDescribed } from '../generate/described.tsx';
import { useDeleted } from '../generate/useDeleted.ts';
import { wholeRecord } from '../generate/whole-record.ts';
import { refusalOf } from '../provider/http.ts';
import { useHanging } from './useHanging.ts';

/** Asks before an entity is deleted, and says what hangs on it: none of that may be left behind (design 3). */
export function DeletePage() {
  const { resource } = useDescribed();
  const { isPending } = useRequireAccess({ action: 'delete', resource: resource.path });
  if (isPending) return null;
  return (
    <ShowBase disableAuthentication queryOptions={wholeRecord}>
      <Loaded />
    </ShowBase>
  );
}

function Loaded() {
  const entity = useRecordContext<Entity>();
  return entity ? <Question entity={entity} /> : null;
}

function Question({ entity }: { entity: Entity }) {
  const { resource } = useDescribed();
  const onDeleted = useDeleted();
  const [refusal, setRefusal] = useState<Error>();
  const [remove, { isPending: isDeleting }] = useDelete<Entity, Error>();
  const hanging = useHanging(entity);
  const own = `/${resource.path}/${entity.id}`;
  const isBare = hanging.every(({ count }) => count === 0);
  const press = () => {
    setRefusal(undefined);
    void remove(
      resource.path,
      { id: entity.id, previousData: entity },
      { mutationMode: 'pessimistic', onSuccess: () => onDeleted(entity), onError: setRefusal },
    );
  };
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageHead title={`Delete ${entity.name}?`} of={entity} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {refusal ? <Refused error={refusal} /> : null}
        <Part title="What hangs on it">
          <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}>
            {hanging.map(({ label, count, to }) => (
              <Box key={label} sx={{ display: 'contents' }}>
                <Typography component="dt">{label}</Typography>
                <Typography component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
                  {count ? (
                    <Link component={RouterLink} to={to}>
                      {count.toLocaleString()}
                    </Link>
                  ) : (
                    (count?.toString() ?? '…')
                  )}
                </Typography>
              </Box>
            ))}
          </Box>
        </Part>
        <Typography>
          {isBare
            ? 'Nothing hangs on it. A deletion can not be taken back.'
            : 'An entity can be deleted when nothing hangs on it any more: move or remove these first.'}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="contained" color="error" disabled={isDeleting} onClick={press}>
            Delete for good
          </Button>
          <Button color="inherit" component={RouterLink} to={own}>
            Keep it
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

/** Why it was refused, with how many of what stand in the way. */
function Refused({ error }: { error: Error }) {
  const referring = Object.entries(refusalOf(error).details?.referredBy ?? {});
  return (
    <Alert severity="error">
      <AlertTitle>It was not deleted</AlertTitle>
      {referring.length === 0 ? error.message : 'Others refer to it:'}
      {referring.length > 0 ? (
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {referring.map(([title, count]) => (
            <li key={title}>
              {labelNamed(title)}: {count.toLocaleString()}
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

/** 'EntityMember' -> 'Entity members'. */
function labelNamed(title: string): string {
  const schema = Object.values(served).find((each) => each.title === title);
  return schema ? resourceOf(schema).label : title;
}
