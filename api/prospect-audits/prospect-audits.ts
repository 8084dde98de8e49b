import { businessKey } from '#schemas/audits/outcomes.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import { assertMay, hasRole, loadReadable, type Viewer, viewerNow } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { ApiError, invalidRequest, missingPermission, unfit } from '../errors/catalogue.ts';
import { hourlyLimit } from '../host/database/limiter.ts';
import { putJob } from '../jobs/queue.ts';
import { stale } from '../resource/records/service.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** A person has so many visits made within an hour. */
const assertMayVisit = hourlyLimit({
  name: 'prospect-audit',
  hourly: 60,
  reason: 'Too many audits were asked for; try again later',
});

/** An audit begins as `processing`, for oneself (an ADMIN: for anybody), and stands where that person is in the tree. */
export const prospectAudits: Declaration<ProspectAudit> = {
  makingRefuses: ['RATE_LIMITED'],
  async beforeWrite({ viewer, changes }) {
    const { status = 'processing', userId = viewer.user.id } = changes;
    if (status !== 'processing')
      throw invalidRequest('body', [{ path: '/status', value: status, message: 'Must be processing' }]);
    if (userId !== viewer.user.id && !hasRole(viewer, 'ADMIN')) {
      const reason = 'Only an ADMIN has a business audited for somebody else';
      throw missingPermission('create', 'ProspectAudit', null, { reason });
    }
    const owner = userId === viewer.user.id ? viewer : await viewerNow(userId);
    if (!owner) throw unfit([{ path: '/userId', value: userId, message: 'This user is inactive' }]);
    await assertMayVisit(viewer.user.id);
    const treeScope = await placeOf(owner, changes.organization ?? '');
    return { ...changes, business: businessKey(changes), treeScope };
  },
  async afterWrite({ id }) {
    await putJob('prospectAudit', `ProspectAudit/${id}`);
  },
};

/** The entity of one's own tree that the audit names as its organization, else the first that one is a member of. */
async function placeOf({ rights }: Viewer, organization: string): Promise<string[]> {
  const name = organization.trim();
  const within = { treeScope: { $in: rights.entities }, subType: 'abstract' };
  const filter = { $and: [within, { $or: [{ name }, { shortName: name }] }] };
  const [named] = name ? await store('Entity').find({ filter, limit: 1 }) : [];
  return named?.treeScope ?? rights.memberships[0]?.treeScope ?? [];
}

/**
 * Has the business of an audit looked at again; the reports so far stay. Throws RESOURCE_NOT_FOUND, MISSING_PERMISSION for who may not
 * make such an audit, REQUEST_DENIED while one is under way, RESOURCE_CONFLICT for a stale revision.
 */
export async function retryAudit(viewer: Viewer, id: string, revision?: number): Promise<ProspectAudit> {
  const before = await loadReadable(viewer, 'ProspectAudit', id);
  assertMay(viewer, 'create', 'ProspectAudit', before);
  if (revision !== undefined && revision !== before.revision) throw stale('ProspectAudit', id);
  if (before.status === 'processing')
    throw new ApiError('REQUEST_DENIED', { reason: 'This audit is under way already' });
  await assertMayVisit(viewer.user.id);
  return await transaction(async () => {
    const anew = { status: 'processing', outcome: null, errorCode: null, endedAt: null, done: 0 } as const;
    const after = await store('ProspectAudit').update({ _id: id, revision: before.revision }, anew);
    if (!after) throw stale('ProspectAudit', id);
    await recordChange({ viewer, action: 'update', name: 'ProspectAudit', before, after });
    await putJob('prospectAudit', `ProspectAudit/${id}`);
    return after;
  });
}
