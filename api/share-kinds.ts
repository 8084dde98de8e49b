import { proofShare } from './proof-of-work/share.ts';
import { auditShare } from './prospect-audits/share.ts';
import type { ShareKinds } from './shares/share-kind.ts';

/** Every kind of record that a link may open without sign-in: a word in the schema of links, and a line here. */
export const shareKinds: ShareKinds = {
  prospectAudit: auditShare,
  proofOfWork: proofShare,
};
