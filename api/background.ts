import type { FastifyBaseLogger } from 'fastify';
import { sealAuditEntries } from './audit/seal.ts';
import { composeSignInMail } from './auth/sign-in-mail.ts';
import { composeVerificationMail } from './auth/verification-mail.ts';
import { backtestJob } from './backtests/backtest-job.ts';
import { moveJob } from './entities/move.ts';
import { collectionJob } from './files/garbage-collection.ts';
import { fileMoveJob } from './files/move.ts';
import { removalJob } from './files/removal.ts';
import type { Config } from './host/config/config.ts';
import type { Readiness } from './host/readiness.ts';
import { importJob } from './imports/import-job.ts';
import { registerImportables } from './imports/importable.ts';
import { importUpkeepJob } from './imports/upkeep-job.ts';
import { composeInvitationMail } from './invitations/invitation-mail.ts';
import { jobLoops } from './jobs/jobs.ts';
import type { JobKinds } from './jobs/kind.ts';
import { type Loops, type LoopWork, startLoops } from './jobs/loops.ts';
import { queueSearchWords, searchWordsJob } from './jobs/search-words.ts';
import { setBaseUrl } from './mail/absolute-urls.ts';
import { mailTransport } from './mail/transport.ts';
import { mailJob } from './mail/worker.ts';
import { columnsJob } from './orders/columns-job.ts';
import { copiesJob } from './orders/copies-job.ts';
import { importProof } from './proof-of-work/import-proof.ts';
import { auditJob } from './prospect-audits/audit-job.ts';
import { builtInAuditor } from './prospect-audits/provider.ts';
import { importRows } from './reports/import-rows.ts';
import { reportMailJob } from './reports/report-mail-job.ts';
import { totalsJob } from './reports/totals-job.ts';
import { setReindexQueue } from './store/search-words.ts';
import { logSlowQueries } from './store/slow-queries.ts';
import { webhookJob } from './webhooks/deliveries.ts';

/** Background work: job kinds and loops. */
export interface Background {
  kinds: JobKinds;
  loops: Loops;
  close(): Promise<void>;
}

/** Not a job: nobody enqueues it, because unsealed entries themselves are the queue. */
const sealing = (log: FastifyBaseLogger): LoopWork => ({
  name: 'auditSealing',
  every: 1_000,
  turn: (shouldContinue) =>
    sealAuditEntries(shouldContinue, (entries) =>
      log.error({ entries }, 'the audit log has forged entries, which the application did not write'),
    ),
});

interface BackgroundOptions {
  config: Config;
  readiness: Readiness;
  log: FastifyBaseLogger;
}

/** Starts background jobs and loops, unless JOBS leaves them to other processes. */
export function openBackground({ config, readiness, log }: BackgroundOptions): Background {
  setBaseUrl(config.publicUrl);
  const endOfSlowQueries = logSlowQueries(log, config.slowQuery);
  const transport = mailTransport(config, log);
  const kinds: JobKinds = {
    mail: mailJob({
      config,
      transport,
      composers: {
        signIn: composeSignInMail,
        verifyAddress: composeVerificationMail,
        invitation: composeInvitationMail,
      },
    }),
    move: moveJob,
    fileRemoval: removalJob,
    fileCollection: collectionJob,
    fileMove: fileMoveJob,
    searchWords: searchWordsJob,
    orderCopies: copiesJob,
    orderColumns: columnsJob,
    formBacktest: backtestJob,
    webhook: webhookJob(config),
    reportMail: reportMailJob(log),
    import: importJob,
    importUpkeep: importUpkeepJob,
    reportTotals: totalsJob,
    prospectAudit: auditJob({ config, provider: builtInAuditor(config) }),
  };
  setReindexQueue(queueSearchWords);
  registerImportables({ ReportRow: importRows, ProofOfWork: importProof });
  const loops = startLoops({ log, isReady: () => readiness.database && readiness.data });
  if (config.jobs !== 'off') for (const work of [...jobLoops(kinds, log), sealing(log)]) loops.start(work);
  return {
    kinds,
    loops,
    close: async () => {
      await loops.stop();
      endOfSlowQueries();
      transport.close();
    },
  };
}
