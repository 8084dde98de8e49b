import type { ShareLink } from '#schemas/generated/types.ts';
import { assertMay, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import type { ShareKinds } from './share-kind.ts';

/** Milliseconds. */
const day = 86_400_000;

/** Allowed lifetime of a link in days. */
export const shareDays = { least: 1, usual: 30, most: 90 } as const;

/** Request to create a link. */
export interface ShareRequest extends Pick<ShareLink, 'kind' | 'subject'> {
  days?: number;
}

/**
 * Creates a share link to a record that the viewer may read. Returns it with its URL, which is available only now: the
 * token is in the fragment ('#'), so that it never reaches servers, logs or referrers, and only its hash is stored.
 * Throws RESOURCE_NOT_FOUND or MISSING_ABILITY.
 */
export async function makeShareLink(
  { kinds, config, viewer }: { kinds: ShareKinds; config: Pick<Config, 'publicUrl'>; viewer: Viewer },
  { kind, subject, days = shareDays.usual }: ShareRequest,
): Promise<ShareLink> {
  const user = viewer.user.id;
  assertMay(viewer, 'create', 'ShareLink', { user });
  const { name } = await kinds[kind].find(viewer, subject);
  const token = newSecret();
  const expires = fromNow(days * day).toISOString();
  const link = await transaction(async () => {
    const created = await storeOf('ShareLink').insert({ kind, subject, name, user, hash: hashSecret(token), expires });
    await recordAuditChange({ viewer, action: 'create', name: 'ShareLink', before: null, after: created });
    return created;
  });
  return { ...link, url: `${config.publicUrl}/shared#${token}` };
}

/** The content of an opened link. */
export interface OpenedShare extends Pick<ShareLink, 'kind' | 'expires'> {
  /** Name of the user who shared it. */
  sharedBy: string;
  content: object;
}

/**
 * Opens a link with the current permissions of its maker: it stops working when they lose access. Throws the same
 * RESOURCE_NOT_FOUND for a link that never existed, expired, was revoked, or whose record is gone.
 */
export async function openShareLink(kinds: ShareKinds, token: string): Promise<OpenedShare> {
  const link = await storeOf('ShareLink').findOne({ hash: hashSecret(token), expires: { $gt: now() } });
  const maker = link && (await viewerNow(link.user));
  if (!link || !maker) throw deadLink();
  const { kind, subject, expires } = link;
  const record = await kinds[kind].find(maker, subject).catch((error: unknown) => {
    throw error instanceof ApiError && error.status < 500 ? deadLink() : error;
  });
  const content = await record.show();
  // Use rewrite, so that the revision stays and the maker can delete the link meanwhile.
  await storeOf('ShareLink').updateDerived({ _id: link.id }, { $inc: { opened: 1 }, $set: { openedAt: now() } });
  return { kind, expires, sharedBy: maker.user.name, content };
}

const deadLink = () =>
  new ApiError('RESOURCE_NOT_FOUND', {
    reason: 'This link no longer works or is incomplete. Ask the sender for a new one.',
    details: { type: 'ShareLink', id: null },
  });
