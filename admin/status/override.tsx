import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import WorkHistoryOutlined from '@mui/icons-material/WorkHistoryOutlined';
import { Box, Button, Link, Typography } from '@mui/material';
import { useId } from 'react';
import { useNotify, useRecordContext, useRefresh } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Job, OutboxMessage } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { resourceByName } from '../generate/catalogue.ts';
import { useRecordActions } from '../generate/list/useRecordActions.ts';
import type { Override } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';

const retry = { label: 'Retry', done: 'queued', change: { status: 'waiting' }, action: 'edit', key: 'r' } as const;
const cancel = { label: 'Cancel', done: 'canceled', change: { status: 'canceled' }, action: 'edit', key: 'c' } as const;

/** Background jobs: what they work on, and buttons to retry and cancel them. */
export const jobs: Override<'Job'> = {
  icon: WorkHistoryOutlined,
  cells: { subject: SubjectCell },
  inputs: { status: ReadOnlyField },
  compactFields: ['status', 'subject'],
  decisions: [
    { ...retry, isFor: ({ status }) => status === 'failed' || status === 'canceled' },
    { ...cancel, isFor: ({ status }) => status === 'waiting' || status === 'running' },
  ],
  actions: StatusActions,
};

/** The outbox: e-mails that wait, were sent or failed, with a preview and a button to retry them. */
export const outbox: Override<'OutboxMessage'> = {
  icon: OutboxOutlined,
  inputs: { status: ReadOnlyField },
  compactFields: ['status', 'subject'],
  decisions: [{ ...retry, isFor: ({ status }) => status === 'failed' || status === 'bounced' }],
  actions: StatusActions,
  below: Preview,
};

/** The decisions of a list row, as buttons of the record's page. */
function StatusActions() {
  const record = useRecordContext();
  const actions = useRecordActions([record]).filter(({ isDecision }) => isDecision);
  const [notify, refresh] = [useNotify(), useRefresh()];
  if (!record) return null;
  const run = async ({ work, done }: (typeof actions)[number]) => {
    await work(record);
    refresh();
    notify(labelOf(done), { type: 'success' });
  };
  return actions.map((action) => (
    <Button
      key={action.label}
      color="inherit"
      variant="outlined"
      onClick={() => void run(action).catch((error: Error) => notify(error.message, { type: 'error' }))}
    >
      {action.label}
    </Button>
  ));
}

/** 'Order' with a link, instead of the type and id of the record that a job works on. */
function SubjectCell() {
  const [title = '', id] = useRecordContext<Job>()?.subject.split('/') ?? [];
  if (!title) return null;
  const resource = resourceByName(title);
  const words = labelOf(title);
  if (!id || !resource?.operations.includes('read')) return <span>{words}</span>;
  return (
    <Link component={RouterLink} to={`/${resource.path}/${id}`}>
      {words}
    </Link>
  );
}

/** The text of a message, and its HTML as an e-mail program would show it, without scripts. */
function Preview() {
  const message = useRecordContext<OutboxMessage>();
  const id = useId();
  if (!message) return null;
  const { subject = '', text, html } = message;
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        Preview
      </Typography>
      {html ? (
        <Box
          component="iframe"
          title={subject}
          sandbox=""
          srcDoc={html}
          sx={{ width: 1, height: 480, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'common.white' }}
        />
      ) : text ? (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
      ) : (
        <Typography color="text.secondary">
          This message contains a personal link, so its text is created when it is sent and not stored.
        </Typography>
      )}
    </Box>
  );
}
