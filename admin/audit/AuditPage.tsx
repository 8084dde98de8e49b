import { Card, CardContent, Link, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { RecordContextProvider, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { resourceNamed, singularOf } from '../generate/catalogue.ts';
import { EditRecord } from '../generate/editing/EditRecord.tsx';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { sayDateTime } from '../generate/value-text.ts';
import { useMay } from '../nested/useMay.ts';
import { type ToldChange, toldChanges } from './told-changes.ts';

const verbs: Record<AuditEntry['action'], string> = {
  create: 'made',
  update: 'changed',
  delete: 'deleted',
  moderate: 'decided about',
  publish: 'published',
  export: 'took out as CSV',
  signIn: 'signed in as',
  signInFailed: 'failed to sign in as',
  signOut: 'signed out',
  endSessions: 'ended all sessions of',
  proxyStart: 'began to act for',
  proxyEnd: 'stopped acting for',
};

/** An entry of the audit log as a sentence, with what changed under the labels of the record. */
export function AuditPage() {
  return (
    <EditRecord action="show">
      <Entry />
    </EditRecord>
  );
}

function Entry() {
  const entry = useRecordContext<AuditEntry>();
  if (!entry) return null;
  const resource = resourceNamed(entry.resourceType);
  const thing = resource ? singularOf(resource) : labelOf(entry.resourceType);
  const changes = toldChanges(resource, entry.changes);
  return (
    <>
      <PageHead title={`${thing} ${verbs[entry.action]}`} />
      <Card>
        <CardContent>
          <Typography component="div" sx={{ mb: changes.length > 0 ? 2 : 0, '& *': { display: 'inline' } }}>
            <ReferenceLink source="user" reference="users" emptyText="Somebody" />
            {entry.actor ? (
              <>
                {' '}
                (really <ReferenceLink source="actor" reference="users" />)
              </>
            ) : null}{' '}
            {verbs[entry.action]} the {thing.toLowerCase()} <Named entry={entry} path={resource?.path} /> on{' '}
            {sayDateTime(entry.createdAt)}.
          </Typography>
          {changes.length > 0 ? <Changes changes={changes} /> : null}
        </CardContent>
      </Card>
    </>
  );
}

/** What the record was called then, with the way to it where it still is. */
function Named({ entry, path }: { entry: AuditEntry; path: string | undefined }) {
  const may = useMay();
  const name = entry.name ?? entry.resourceId;
  if (!path || entry.action === 'delete' || !may({ action: 'show', resource: path })) return <span>{name}</span>;
  return (
    <Link component={RouterLink} to={`/${path}/${entry.resourceId}`}>
      {name}
    </Link>
  );
}

function Changes({ changes }: { changes: ToldChange[] }) {
  return (
    <Table size="small" aria-label="What changed">
      <TableHead>
        <TableRow>
          {['Field', 'Before', 'After'].map((head) => (
            <TableCell key={head}>{head}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map((change) => (
          <TableRow key={change.field}>
            <TableCell>{change.label}</TableCell>
            <TableCell>
              <Value change={change} side="from" />
            </TableCell>
            <TableCell>
              <Value change={change} side="to" />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Value({ change, side }: { change: ToldChange; side: 'from' | 'to' }) {
  const { text, id } = change[side];
  if (!change.reference || !id) return <>{text}</>;
  return (
    <RecordContextProvider value={{ id, value: id }}>
      <ReferenceLink source="value" reference={change.reference} emptyText={text} />
    </RecordContextProvider>
  );
}
