import type { ProspectAudit } from '#schemas/generated/types.ts';
import type { Config } from '../host/config/config.ts';
import type { WayOut } from '../outside/connect.ts';
import { mayConnectTo } from '../outside/may-connect.ts';
import type { Judgement } from './judge/judge.ts';

/** Tells how many steps are done; what it throws is to be passed on. */
export type Step = (done: number) => Promise<void>;

/** Who judges a business: the built-in auditor, or a service elsewhere. What it throws is its failure, not the web site's. */
export interface AuditProvider {
  name: string;
  /** How many steps it tells. */
  steps: number;
  audit(audit: ProspectAudit, step: Step): Promise<Judgement>;
}

/** The auditor that visits the web site itself. What reads pages is loaded with the first of them. */
export function builtInAuditor(
  { auditAllow }: Pick<Config, 'auditAllow'>,
  visiting: Pick<WayOut, 'resolve'> = {},
): AuditProvider {
  const way: WayOut = { mayConnect: mayConnectTo(auditAllow), allowedBy: 'AUDIT_ALLOW', ...visiting };
  return {
    name: 'the built-in auditor',
    steps: 3,
    async audit(audit, step) {
      const [{ visitSite }, { judge }] = await Promise.all([import('./visit-site.ts'), import('./judge/judge.ts')]);
      return judge(await visitSite(audit.businessUrl ?? '', { way, step }), audit);
    },
  };
}
