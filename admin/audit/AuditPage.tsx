import {
  Box,
  Card,
  CardContent,
  Link,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { Fragment } from 'react';
import { RecordContextProvider, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { PageHeader } from '../frame/PageHeader.tsx';
import { resourceNamed, singularOf } from '../generate/catalogue.ts';
import { EditRecord } from '../generate/editing/EditRecord.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { usePermissionCheck } from '../provider/usePermissionCheck.ts';
import { type AuditDiffRow, auditDiff } from './audit-diff.ts';
import { auditEntryDetails, auditEntryWording } from './entry-wording.ts';

/** Page of one audit log entry: a sentence, then a diff under the record's field labels. */
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
  const thing = resource ? singularOf(resource) : labelOf(entry.resourceType ?? '');
  const changes = auditDiff(resource, entry.changes);
  const { title, verb, hasSubject } = auditEntryWording(entry, { thing, list: resource?.label ?? thing });
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <CardContent sx={{ display: 'grid', gap: 2 }}>
          <Typography component="div" sx={{ '& *': { display: 'inline' } }}>
            <Actor entry={entry} />
            <span>{` ${verb} `}</span>
            {hasSubject ? <RecordName entry={entry} path={resource?.path} /> : null}
            <span>{` on ${formatDateTime(entry.createdAt)}.`}</span>
          </Typography>
          {changes.length > 0 ? <Changes changes={changes} /> : null}
          <Facts facts={auditEntryDetails(entry)} />
        </CardContent>
      </Card>
    </>
  );
}

/** The actor, and the user they acted for: 'Ann for Bob'. */
function Actor({ entry: { actor, user, kind } }: { entry: AuditEntry }) {
  const nobody = kind === 'signIn' ? 'Someone' : 'The system';
  return (
    <>
      <ReferenceLink source="actor" reference="users" emptyText={nobody} />
      {user && user !== actor && kind !== 'proxy' ? (
        <span>
          {' for '}
          <ReferenceLink source="user" reference="users" />
        </span>
      ) : null}
    </>
  );
}

function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, rowGap: 0.5, m: 0 }}
    >
      {facts.map(([label, text]) => (
        <Fragment key={label}>
          <Typography component="dt" color="text.secondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}

/** The record's name at that time, as a link if the record still exists and the reader may open it. */
function RecordName({ entry, path }: { entry: AuditEntry; path: string | undefined }) {
  const may = usePermissionCheck();
  const name = entry.name ?? entry.resourceId;
  if (!path || entry.action === 'delete' || !may({ action: 'show', resource: path })) return <span>{name}</span>;
  return (
    <Link component={RouterLink} to={`/${path}/${entry.resourceId}`}>
      {name}
    </Link>
  );
}

function Changes({ changes }: { changes: AuditDiffRow[] }) {
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

function Value({ change, side }: { change: AuditDiffRow; side: 'from' | 'to' }) {
  const { text, id } = change[side];
  if (!change.reference || !id) return <span>{text}</span>;
  return (
    <RecordContextProvider value={{ id, value: id }}>
      <ReferenceLink source="value" reference={change.reference} emptyText={text} />
    </RecordContextProvider>
  );
}
