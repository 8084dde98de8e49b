import { auditOutcomes } from '#schemas/audits/outcomes.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import { type JobKind, subjectId } from '../../engine/jobs/kind.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { catalogue } from '../../platform/errors/catalogue.ts';
import type { AuditResult } from './judge/judge.ts';
import type { AuditProvider } from './provider.ts';

/** Milliseconds. */
const minute = 60_000;

interface AuditJob {
  config: Pick<Config, 'publicUrl'>;
  provider: AuditProvider;
}

/**
 * The background job that audits a prospect's web site with a provider and stores the result as a report. A failing
 * provider sets INTEGRATION_ERROR and status `error` without an automatic retry: the user retries with a button.
 */
export function auditJob({ config, provider }: AuditJob): JobKind<'prospectAudit'> {
  return {
    name: 'prospectAudit',
    pollInterval: 1_000,
    lease: minute,
    longestWait: minute / 2,
    giveUpAfter: 10 * minute,
    cancelableIn: ['waiting', 'running'],
    async work({ subject }, report) {
      const id = subjectId(subject);
      const audit = await storeOf('ProspectAudit').findOne(processing(id));
      if (!audit) return;
      const total = provider.steps;
      const interruption: { stop?: unknown } = {};
      const step = async (done: number) => {
        await report(done, total).catch((error: unknown) => {
          interruption.stop = error;
          throw error;
        });
        await note(id, { done, total });
      };
      const judgement = await provider.audit(audit, step).catch((error: unknown) => {
        if (interruption.stop !== undefined) throw error;
        return null;
      });
      await (judgement ? saveResult(id, judgement, config) : note(id, failedBy(provider)));
    },
    async onStatusChange({ subject, status }) {
      if (status === 'canceled' || status === 'failed')
        await note(subjectId(subject), ended('failed', `The audit was ${status === 'failed' ? 'abandoned' : status}.`));
    },
  };
}

const processing = (id: string) => ({ _id: id, status: 'processing' });

/** Updates an audit that is still processing. Returns false when it has ended. */
const note = async (id: string, changes: Partial<ProspectAudit>): Promise<boolean> =>
  (await storeOf('ProspectAudit').updateMany(processing(id), { $set: changes, $inc: { revision: 1 } })) > 0;

function ended(outcome: NonNullable<ProspectAudit['outcome']>, reason: string): Partial<ProspectAudit> {
  return { status: auditOutcomes[outcome].status, outcome, reason, endedAt: now().toISOString() };
}

const failedBy = ({ name }: AuditProvider): Partial<ProspectAudit> => ({
  ...ended('failed', `The audit failed: error in ${name}.`),
  errorCode: 'INTEGRATION_ERROR' satisfies keyof typeof catalogue,
});

/** Stores a report and ends the audit in one transaction. If the audit has ended meanwhile, it stores neither. */
async function saveResult(id: string, judgement: AuditResult, { publicUrl }: AuditJob['config']): Promise<void> {
  await transaction(async () => {
    const audit = await storeOf('ProspectAudit').findOne({ _id: id });
    const { id: reportId } = await storeOf('AuditReport').insert({
      ...judgement,
      audit: id,
      expires: audit?.expires ?? null,
      visitedAt: now().toISOString(),
    });
    const { outcome, reason, score } = judgement;
    const url = `${publicUrl}/prospect_audit/${id}`;
    if (await note(id, { ...ended(outcome, reason), score, reportId, url })) return;
    await storeOf('AuditReport').delete({ _id: reportId });
  });
}
