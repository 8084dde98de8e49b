import type { ProspectAudit } from '#schemas/generated/types.ts';
import type { Config } from '../../platform/config/config.ts';
import { addressGuard } from '../../platform/outside/address-guard.ts';
import type { OutboundPolicy } from '../../platform/outside/guarded-connector.ts';
import type { AuditResult } from './judge/judge.ts';

/** Reports progress as the number of completed steps. Its errors must be passed on. */
type ReportAuditStep = (done: number) => Promise<void>;

/**
 * A provider of audits: the built-in one or an external service. An error means that the provider failed, not the web
 * site.
 */
export interface AuditProvider {
  name: string;
  /** Number of steps that it reports. */
  steps: number;
  audit(audit: ProspectAudit, step: ReportAuditStep): Promise<AuditResult>;
}

/** The built-in provider, which visits the web site itself. The HTML parser is loaded with the first audit. */
export function builtInAuditor(
  { auditAllow }: Pick<Config, 'auditAllow'>,
  resolverOptions: Pick<OutboundPolicy, 'resolve'> = {},
): AuditProvider {
  const policy: OutboundPolicy = { mayConnect: addressGuard(auditAllow), allowedBy: 'AUDIT_ALLOW', ...resolverOptions };
  return {
    name: 'the built-in auditor',
    steps: 3,
    async audit(audit, step) {
      const [{ visitSite }, { scoreVisit }] = await Promise.all([
        import('./visit-site.ts'),
        import('./judge/judge.ts'),
      ]);
      return scoreVisit(await visitSite(audit.businessUrl ?? '', { policy, step }), audit);
    },
  };
}
