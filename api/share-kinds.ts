import { proofShare } from './proof-of-work/share.ts';
import { auditShare } from './prospect-audits/share.ts';
import type { ShareKinds } from './shares/share-kind.ts';

/**
 * Kinds of records that a share link can open without sign-in. A new kind needs its value in the ShareLink schema and a
 * line here.
 */
export const shareKinds: ShareKinds = {
  prospectAudit: auditShare,
  proofOfWork: proofShare,
};
