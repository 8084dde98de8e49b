import { outcomes } from '#schemas/audits/outcomes.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import type { catalogue } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { idIn, type JobKind } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import type { Judgement } from './judge/judge.ts';
import type { AuditProvider } from './provider.ts';

/** Milliseconds. */
const minute = 60_000;

interface AuditJob {
  config: Pick<Config, 'publicUrl'>;
  provider: AuditProvider;
}

/**
 * Has a provider judge the business of an audit, and keeps what it says as a report. A provider that fails is INTEGRATION_ERROR and the
 * status error at once: whoever waits for the audit tries again by a press.
 */
export function auditJob({ config, provider }: AuditJob): JobKind<'prospectAudit'> {
  return {
    name: 'prospectAudit',
    every: 1_000,
    lease: minute,
    waits: minute / 2,
    triedFor: 10 * minute,
    cancelableIn: ['waiting', 'running'],
    async work({ subject }, tell) {
      const id = idIn(subject);
      const audit = await store('ProspectAudit').findOne(processing(id));
      if (!audit) return;
      const total = provider.steps;
      const told: { stop?: unknown } = {};
      const step = async (done: number) => {
        await tell(done, total).catch((error: unknown) => {
          told.stop = error;
          throw error;
        });
        await note(id, { done, total });
      };
      const judged = await provider.audit(audit, step).catch((error: unknown) => {
        if (told.stop !== undefined) throw error;
        return null;
      });
      await (judged ? keep(id, judged, config) : note(id, failedBy(provider)));
    },
    async follow({ subject, status }) {
      if (status === 'canceled' || status === 'failed')
        await note(idIn(subject), ended('failed', `The audit was ${status === 'failed' ? 'given up' : status}.`));
    },
  };
}

const processing = (id: string) => ({ _id: id, status: 'processing' });

/** Notes what it is told, unless the audit has ended. False where it has. */
const note = async (id: string, changes: Partial<ProspectAudit>): Promise<boolean> =>
  (await store('ProspectAudit').updateMany(processing(id), { $set: changes, $inc: { revision: 1 } })) > 0;

function ended(outcome: NonNullable<ProspectAudit['outcome']>, reason: string): Partial<ProspectAudit> {
  return { status: outcomes[outcome].status, outcome, reason, endedAt: now().toISOString() };
}

const failedBy = ({ name }: AuditProvider): Partial<ProspectAudit> => ({
  ...ended('failed', `It could not be done: ${name} failed.`),
  errorCode: 'INTEGRATION_ERROR' satisfies keyof typeof catalogue,
});

/** Keeps a report and ends the audit by it: both, or neither where it has ended meanwhile. */
async function keep(id: string, judged: Judgement, { publicUrl }: AuditJob['config']): Promise<void> {
  await transaction(async () => {
    const { id: reportId } = await store('AuditReport').insert({
      ...judged,
      audit: id,
      visitedAt: now().toISOString(),
    });
    const { outcome, reason, score } = judged;
    const url = `${publicUrl}/prospect_audit/${id}`;
    if (await note(id, { ...ended(outcome, reason), score, reportId, url })) return;
    await store('AuditReport').delete({ _id: reportId });
  });
}
