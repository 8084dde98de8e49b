import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import WorkHistoryOutlined from '@mui/icons-material/WorkHistoryOutlined';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';

/** Lazy: the first page of the back-office shows no jobs. */
const StatusActions = lazyComponent(async () => (await import('./job-parts.tsx')).StatusActions);
const SubjectCell = lazyComponent(async () => (await import('./job-parts.tsx')).SubjectCell);
const MessagePreview = lazyComponent(async () => (await import('./job-parts.tsx')).MessagePreview);

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
  below: MessagePreview,
};
