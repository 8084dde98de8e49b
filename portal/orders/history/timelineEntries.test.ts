import { expect, it } from 'vitest';
import type { OrderAction, OrderVersion } from '#schemas/generated/types.ts';
import { describeMail, type OrderMail } from '../mail/OrderMails.tsx';
import { timelineEntries } from './Timeline.tsx';

const stamps = { revision: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' };
const version = (orderRevision: number, extra = {}): OrderVersion => ({
  ...{ ...stamps, id: `v${orderRevision}`, order: 'o', orderRevision, timestamp: stamps.createdAt, patch: [] },
  ...{ autosave: false, extra: { user: 'ada', ...extra } },
});
const action = (orderRevision: number, about: Partial<OrderAction> = {}): OrderAction => ({
  ...{
    ...stamps,
    id: `a${orderRevision}`,
    kind: 'NOTE',
    orderRevision,
    user: 'ben',
    actor: null,
    moderator: null,
    rejections: [],
    declined: [],
    userName: 'Ben',
  },
  ...about,
});
const entryTexts = (entries: ReturnType<typeof timelineEntries>) => entries.map(({ id, texts }) => [id, ...texts]);

it('timelineEntries sorts notes among the versions by revision', () => {
  const all = timelineEntries({
    versions: [version(4), version(2)],
    actions: [action(3, { notes: 'Call them' })],
    isWhole: true,
  });
  expect(entryTexts(all)).toEqual([['v4'], ['a3', 'Call them'], ['v2']]);
});

it('timelineEntries names the person who acted for somebody', () => {
  const ann = { id: 'ann', name: 'Ann' };
  const versions = [version(2, { actor: ann })];
  const all = timelineEntries({ versions, actions: [action(3, { actor: ann }), action(4)], isWhole: true });
  expect(all.map(({ id, actor }) => [id, actor])).toEqual([
    ['a4', undefined],
    ['a3', 'Ann'],
    ['v2', 'Ann'],
  ]);
});

it('timelineEntries merges an action with the version that it created, with the texts of both', () => {
  const request = action(3, { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring', reason: 'No' });
  const [only, ...others] = timelineEntries({
    versions: [version(3, { reason: 'No' })],
    actions: [request],
    isWhole: true,
  });
  expect(only).toMatchObject({ id: 'v3', texts: ['No', 'They pay in spring'], action: request });
  expect(others).toEqual([]);
});

it('timelineEntries omits entries older than the loaded versions until earlier ones are loaded', () => {
  const notes = [action(2, { notes: 'Old' }), action(9, { notes: 'New' })];
  expect(entryTexts(timelineEntries({ versions: [version(8), version(7)], actions: notes, isWhole: false }))).toEqual([
    ['a9', 'New'],
    ['v8'],
    ['v7'],
  ]);
});

const mail = (orderRevision: number | null, about: Partial<OrderMail> = {}): OrderMail => ({
  ...{
    id: `m${orderRevision}`,
    createdAt: '2026-11-01T10:00:01.000Z',
    kind: 'approved',
    subject: 'Done',
    to: ['a@x.example'],
  },
  ...{ cc: [], status: 'sent', refusals: [], trouble: null, orderRevision, by: 'ada', resendOf: null },
  ...about,
});

it('timelineEntries puts a mail after its cause, with failed recipients, and omits mails of earlier versions', () => {
  const refusals = [{ recipient: 'b@x.example', reason: '550 no such person' }];
  const all = timelineEntries({
    versions: [version(8), version(7)],
    actions: [],
    mails: [mail(null), mail(7, { refusals }), mail(3)],
    isWhole: false,
  });
  expect(entryTexts(all)).toEqual([['mnull'], ['v8'], ['m7', 'b@x.example: 550 no such person'], ['v7']]);
});

it('describeMail names the kind, recipients and delivery status of a mail', () => {
  expect(describeMail(mail(1))).toBe('Notice “Done” was sent to a@x.example');
  expect(describeMail(mail(1, { kind: 'onboarding', cc: ['c@x.example'], status: 'bounced', resendOf: 'm0' }))).toBe(
    'E-mail “Done”, sent again, was rejected for a@x.example, c@x.example',
  );
  expect(describeMail(mail(1, { to: [], status: 'noRecipient' }))).toBe(
    "Notice “Done” wasn't sent, because no recipient has an address",
  );
});
