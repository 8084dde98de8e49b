import { businessKey } from '#schemas/audits/outcomes.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import { assertMay, hasRole, loadReadable, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { enqueueJob } from '../../engine/jobs/queue.ts';
import { staleRevisionError } from '../../engine/resource/records/records.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import { hourlyRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError, invalidRecord, invalidRequest, missingPermission } from '../../platform/errors/catalogue.ts';

/** Rate limit for audits per user and hour. */
const assertMayVisit = hourlyRateLimit({
  name: 'prospect-audit',
  hourly: 60,
  reason: 'Too many audits were requested; try again later',
});

/** How long an audit from which no client was made is retained; milliseconds. */
const retention = 730 * 86_400_000;

/**
 * Hooks of prospect audits. A new audit has status `processing`, belongs to its creator (an ADMIN may choose another
 * user), and is placed in the tree with that user.
 */
export const prospectAudits: ResourceHooks<ProspectAudit> = {
  createErrors: ['RATE_LIMITED'],
  async beforeWrite({ viewer, changes }) {
    const { status = 'processing', userId = viewer.user.id } = changes;
    if (status !== 'processing')
      throw invalidRequest('body', [{ path: '/status', value: status, message: 'Must be processing' }]);
    if (userId !== viewer.user.id && !hasRole(viewer, 'ADMIN')) {
      const reason = 'Only an ADMIN can request an audit for another user';
      throw missingPermission('create', 'ProspectAudit', null, { reason });
    }
    const owner = userId === viewer.user.id ? viewer : await viewerNow(userId);
    if (!owner) throw invalidRecord([{ path: '/userId', value: userId, message: 'This user is inactive' }]);
    await assertMayVisit(viewer.user.id);
    const treeScope = await placeOf(owner, changes.organization ?? '');
    return { ...changes, business: businessKey(changes), treeScope, expires: fromNow(retention).toISOString() };
  },
  async afterWrite({ id }) {
    await enqueueJob('prospectAudit', `ProspectAudit/${id}`);
  },
};

/**
 * The tree scope of an audit: the entity in the user's own tree that `organization` names, else the user's first
 * membership.
 */
async function placeOf({ rights }: Viewer, organization: string): Promise<string[]> {
  const name = organization.trim();
  const within = { treeScope: { $in: rights.entities }, subType: 'abstract' };
  const filter = { $and: [within, { $or: [{ name }, { shortName: name }] }] };
  const [namedEntity] = name ? await storeOf('Entity').find({ filter, limit: 1 }) : [];
  return namedEntity?.treeScope ?? rights.memberships[0]?.treeScope ?? [];
}

/**
 * Runs an audit again; previous reports stay. Throws RESOURCE_NOT_FOUND, MISSING_PERMISSION for viewers who may not
 * create such an audit, REQUEST_DENIED while it is running, RESOURCE_CONFLICT for a stale revision.
 */
export async function retryAudit(viewer: Viewer, id: string, revision?: number): Promise<ProspectAudit> {
  const before = await loadReadable(viewer, 'ProspectAudit', id);
  assertMay(viewer, 'create', 'ProspectAudit', before);
  if (revision !== undefined && revision !== before.revision) throw staleRevisionError('ProspectAudit', id);
  if (before.status === 'processing')
    throw new ApiError('REQUEST_DENIED', { reason: 'This audit is already in progress' });
  await assertMayVisit(viewer.user.id);
  return await transaction(async () => {
    const restarted = { status: 'processing', outcome: null, errorCode: null, endedAt: null, done: 0 } as const;
    const after = await storeOf('ProspectAudit').update({ _id: id, revision: before.revision }, restarted);
    if (!after) throw staleRevisionError('ProspectAudit', id);
    await recordAuditChange({ viewer, action: 'update', name: 'ProspectAudit', before, after });
    await enqueueJob('prospectAudit', `ProspectAudit/${id}`);
    return after;
  });
}
