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
import { labelAt, placeAt } from '#schemas/changes/words/place.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { AuditEntry } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { labelOf, type Resource } from '#schemas/resource/resource.ts';
import { PageHeader } from '../frame/PageHeader.tsx';
import { resourceByName, singularOf } from '../generate/catalogue.ts';
import { EditRecord } from '../generate/editing/EditRecord.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { usePermissionCheck } from '../provider/permissions.ts';

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
  const resource = resourceByName(entry.resourceType);
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

interface ChangeValue {
  text: string;
  /** Id of the referenced record, if the field is a reference. */
  id: string | undefined;
}

/** A row of an audit log diff. `reference` is the path of the resource that the field refers to. */
interface AuditDiffRow {
  field: string;
  label: string;
  from: ChangeValue;
  to: ChangeValue;
  reference: string | undefined;
}

/**
 * Formats the changes of an audit log entry under the labels of the record's schema. Fields with restricted read access
 * have no values in the log.
 */
export function auditDiff(resource: Resource | undefined, changes: AuditEntry['changes']): AuditDiffRow[] {
  const fields = resource?.fields ?? [];
  const place = recordPlace({ properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])) });
  return changes.map(({ field, from, to }) => {
    const keys = field.split('.');
    const target = fields.find(({ name }) => name === field)?.property['x-ref'];
    const isHidden = from === undefined && to === undefined;
    const formatValue = (json: string | undefined): ChangeValue => {
      if (isHidden) return { text: 'not recorded here', id: undefined };
      const value = json === undefined ? undefined : parseValue(json);
      return { text: placeAt(place, keys).text(value), id: typeof value === 'string' ? value : undefined };
    };
    return {
      field,
      label: labelAt(place, keys, []) || field,
      from: formatValue(from),
      to: formatValue(to),
      reference: target && resourceByName(target)?.path,
    };
  });
}

/** The log truncates long values, so the JSON may not parse; show it as stored. */
function parseValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return `${json} …`;
  }
}

/** Wording of an audit log entry: the page title, and the verb between actor and record. */
interface Words {
  title: string;
  verb: string;
  /** Whether the record's name follows the verb. */
  hasSubject: boolean;
}

/** Returns title and verb for an audit log entry. `thing` is the singular name of the resource, `list` its plural. */
export function auditEntryWording(
  { action, resourceId }: Pick<AuditEntry, 'action'> & { resourceId?: string },
  names: { thing: string; list: string },
): Words {
  const { thing, list } = names;
  const change = (verb: string): Words => ({
    title: `${thing} ${verb}`,
    verb: `${verb} the ${thing.toLowerCase()}`,
    hasSubject: true,
  });
  const isKnown = resourceId !== undefined;
  const words: Record<AuditEntry['action'], Words> = {
    create: change('created'),
    update: change('changed'),
    delete: change('deleted'),
    moderate: change('reviewed'),
    publish: change('published'),
    export: { title: `${list} exported`, verb: `exported ${list.toLowerCase()}`, hasSubject: false },
    signIn: { title: 'Signed in', verb: 'signed in', hasSubject: false },
    signInFailed: {
      title: 'Failed sign-in',
      verb: isKnown ? 'failed to sign in as' : 'failed to sign in',
      hasSubject: isKnown,
    },
    signOut: { title: 'Signed out', verb: 'signed out', hasSubject: false },
    endSessions: { title: 'All sessions ended', verb: 'ended all sessions of', hasSubject: true },
    proxyStart: { title: 'Signed in as someone else', verb: 'signed in as', hasSubject: true },
    proxyEnd: { title: 'Ended session as someone else', verb: 'ended the session as', hasSubject: true },
  };
  return words[action];
}

/** Returns the details of an audit log entry as [label, text] pairs; leaves out what is empty. */
export function auditEntryDetails(entry: Partial<AuditEntry>): [string, string][] {
  const { details, address, agent, typed, sequence, hash } = entry;
  const property = resourceByName('AuditEntry')?.fields.find(({ name }) => name === 'details')?.property;
  const detailFacts = Object.entries(details ?? {}).map(([name, value]): [string, string] => {
    const detail = property?.properties?.[name];
    return [detail?.title ?? name, labelled(detail, String(value))];
  });
  const from = [address, agent].filter(Boolean).join(', ');
  const facts: [string, string | undefined][] = [
    ['From', from],
    ...detailFacts,
    ['Keyed hash of the text entered', typed],
    ['Number', sequence === undefined ? 'not sealed yet' : String(sequence)],
    ['Hash', hash],
  ];
  return facts.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []));
}

const labelled = (property: Property | undefined, value: string): string => property?.['x-labels']?.[value] ?? value;
