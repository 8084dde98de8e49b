import { Box, Link, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAuthenticated, usePermissions } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Job } from '#schemas/generated/registry.ts';
import { statusPage as item } from '#schemas/resource/back-office.ts';
import { type Role, valueLabel } from '#schemas/resource/resource.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { AccessDenied } from '../frame/ErrorPages.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { DefinitionList, StatusPart, StatusTable } from './StatusPart.tsx';
import { useStatus } from './useStatus.ts';

/** System status page for administrators: health of each part, with links to where problems are fixed. */
export function Status() {
  useAuthenticated();
  const { permissions, isPending } = usePermissions<Role[]>();
  if (isPending) return null;
  if (!item.roles.some((role) => permissions?.includes(role))) return <AccessDenied />;
  return (
    <>
      <PageHeader title={item.label} />
      <Parts />
    </>
  );
}

function Parts() {
  const { data, error, refetch } = useStatus();
  if (error && !data) return <LoadError subject="The status" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={480} />;
  const { at, database, schema, jobs, mail, storage, errors, versions } = data;
  return (
    <>
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ mb: 2 }}
      >{`As of ${formatDateTime(at)}. Updates every 30 seconds.`}</Typography>
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <StatusPart title="Database" status={database}>
          <DefinitionList
            facts={{
              Role: memberWords[database.member],
              Members: database.members,
              Connections:
                database.connections &&
                `${whole(database.connections.current)} in use, ${whole(database.connections.available)} available`,
              'Size on disk': sizeInWords(database.bytes),
            }}
          />
          <StatusTable
            title="Largest collections"
            heads={['Collection', 'Records', 'Size']}
            rows={database.collections.map(({ name, count, bytes }) => ({
              key: name,
              cells: [name, whole(count), sizeInWords(bytes)],
            }))}
          />
        </StatusPart>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <StatusPart title="Jobs" status={jobs}>
            <DefinitionList
              facts={{
                Waiting: <JobsLink filter={{ status: 'waiting' }}>{whole(jobs.waiting)}</JobsLink>,
                Running: <JobsLink filter={{ status: 'running' }}>{whole(jobs.running)}</JobsLink>,
                Failed: <JobsLink filter={{ status: 'failed' }}>{whole(jobs.failed)}</JobsLink>,
                'Oldest overdue by': jobs.oldest === null ? null : `${whole(jobs.oldest)} s`,
              }}
            />
            <StatusTable
              title="Failed jobs"
              heads={['Kind', 'Time', 'Reason']}
              rows={jobs.failures.map(({ id, kind, at: when, reason }) => ({
                key: id,
                cells: [
                  <RecordLink key={id} to={`/jobs/${id}`}>
                    {kindLabel(kind)}
                  </RecordLink>,
                  formatDateTime(when),
                  reason,
                ],
              }))}
            />
            <StatusTable
              title="Scheduled jobs"
              heads={['Schedule', 'Next run']}
              rows={jobs.schedules.map(({ kind, next }) => ({
                key: kind,
                cells: [kindLabel(kind), formatDateTime(next)],
              }))}
            />
          </StatusPart>
          <StatusPart title="Mail" status={mail}>
            <DefinitionList
              facts={{
                'Sent to': mail.goes === 'smtp' ? 'a mail server' : 'files under DATA_DIR',
                Waiting: mail.waiting === null ? null : mailLink('waiting', mail.waiting),
                Failed: mail.failed === null ? null : mailLink('failed', mail.failed),
                'Last failure': mail.lastFailure && (
                  <RecordLink to={`/jobs/${mail.lastFailure.id}`}>
                    {`${formatDateTime(mail.lastFailure.at)}: ${mail.lastFailure.reason ?? ''}`}
                  </RecordLink>
                ),
              }}
            />
          </StatusPart>
        </Box>
        <StatusPart title="Storage" status={storage}>
          <DefinitionList
            facts={{
              'Files stored in': storage.kind === 'gridfs' ? 'the database' : 'a bucket',
              Files: whole(storage.files),
              'Size in the database': storage.bytes === null ? null : sizeInWords(storage.bytes),
              'Free disk space':
                storage.disk && `${sizeInWords(storage.disk.free)} of ${sizeInWords(storage.disk.size)}`,
            }}
          />
        </StatusPart>
        <StatusPart title="Migrations and indexes" status={schema}>
          <DefinitionList facts={{ 'Last migration': schema.migration, Pending: schema.pending.join(', ') || null }} />
          <StatusTable
            title="Indexes that differ from the schemas"
            heads={['Collection', 'Missing', 'Not in schema']}
            rows={schema.indexes.map(({ collection, missing, undeclared }) => ({
              key: collection,
              cells: [collection, missing.join(', '), undeclared.join(', ')],
            }))}
          />
        </StatusPart>
        <StatusPart title="Failed requests" status={errors}>
          <Typography variant="body2" color="text.secondary">
            The last 20 failed requests of the process that served this page. Look up the request ID in its log for the
            cause.
          </Typography>
          <StatusTable
            title="Failed requests"
            heads={['Request', 'Time', 'Status', 'Request ID']}
            rows={errors.requests.map(({ at: when, method, route, status, reqId }) => ({
              key: reqId,
              cells: [`${method} ${route}`, formatDateTime(when), status, reqId],
            }))}
          />
        </StatusPart>
        <StatusPart title="Versions">
          <DefinitionList
            facts={{
              Product: versions.product,
              Node: versions.node,
              MongoDB: versions.mongodb,
              'Database version': versions.migration,
              'Running since': formatDateTime(versions.since),
            }}
          />
        </StatusPart>
      </Box>
    </>
  );
}

const memberWords = {
  primary: 'Primary (accepts writes)',
  secondary: 'Secondary (read-only)',
  router: 'Router of a sharded cluster',
};

const whole = (count: number) => count.toLocaleString('en-US');

const kindLabel = (kind: string) => valueLabel(kind, Job.properties.kind ?? {});

const mailLink = (status: string, count: number) => (
  <FilteredLink path="outbox_messages" filter={{ status }}>
    {whole(count)}
  </FilteredLink>
);

function JobsLink(props: { filter: Record<string, string>; children: string }) {
  return <FilteredLink path="jobs" {...props} />;
}

/** A link to a list with a filter. */
function FilteredLink({ path, filter, children }: { path: string; filter: Record<string, string>; children: string }) {
  const search = new URLSearchParams({ filter: JSON.stringify(filter) });
  return <RecordLink to={`/${path}?${search}`}>{children}</RecordLink>;
}

const RecordLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} color="text.primary" underline="always">
    {children}
  </Link>
);
