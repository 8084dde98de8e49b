import type { FastifyBaseLogger } from 'fastify';
import { schemas } from '#schemas/generated/registry.ts';
import { isImportable } from '#schemas/resource/imports.ts';
import { declarations, ownCalls } from './declarations.ts';
import { sealAuditEntries } from './engine/audit/chain.ts';
import { auditExportJob } from './engine/audit-exports/export-job.ts';
import { bulkJob } from './engine/bulk/bulk-work.ts';
import { collectionJob, removalJob } from './engine/files/garbage-collection.ts';
import { fileMoveJob } from './engine/files/move.ts';
import { importJob } from './engine/imports/import-job.ts';
import { importUpkeepJob } from './engine/imports/import-upkeep.ts';
import { type Importable, registerImportables } from './engine/imports/importable.ts';
import { recordImports } from './engine/imports/record-imports.ts';
import { jobLoops } from './engine/jobs/jobs.ts';
import type { JobKinds } from './engine/jobs/kind.ts';
import { type Loops, type LoopWork, startLoops } from './engine/jobs/loops.ts';
import { queueSearchWords, searchWordsJob } from './engine/jobs/search-words.ts';
import { mailJob } from './engine/mail/worker.ts';
import { isResourceName, type ResourceName, resource } from './engine/store/model.ts';
import { setReindexQueue } from './engine/store/search-words.ts';
import { logSlowQueries } from './engine/store/slow-queries.ts';
import { composeSignInMail, composeVerificationMail } from './features/auth/sign-in-mail.ts';
import { backtestJob } from './features/backtests/backtest-job.ts';
import { moveJob } from './features/entities/entities.ts';
import { composeInvitationMail } from './features/invitations/invitations.ts';
import { copiesJob } from './features/orders/lifecycle/batches.ts';
import { columnsJob } from './features/orders/list/columns-job.ts';
import { importProof } from './features/proof-of-work/proof-of-work.ts';
import { auditJob } from './features/prospect-audits/audit-job.ts';
import { builtInAuditor } from './features/prospect-audits/provider.ts';
import { importRows } from './features/reports/import-rows.ts';
import { reportMailJob } from './features/reports/report-mail-job.ts';
import { totalsJob } from './features/reports/totals.ts';
import { webhookJob } from './features/webhooks/deliveries.ts';
import type { Config } from './platform/config/config.ts';
import { setBaseUrl } from './platform/mail/content.ts';
import { mailTransport } from './platform/mail/transport.ts';
import type { Readiness } from './platform/readiness.ts';

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

/** The imports of all resources: generated from the schema, unless a resource has its own. */
function importables(log: FastifyBaseLogger): Map<string, Importable> {
  const generated = Object.values(schemas).flatMap(({ title }) =>
    isResourceName(title) && isImportable(resource(title)) ? [[title, importOf(title, log)] as const] : [],
  );
  return new Map([...generated, ['ReportRow', importRows], ['ProofOfWork', importProof]]);
}

const importOf = <Name extends ResourceName>(name: Name, log: FastifyBaseLogger): Importable =>
  recordImports({ name, declaration: declarations[name], own: ownCalls[name], log });

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
    bulk: bulkJob,
    auditExport: auditExportJob(config),
  };
  setReindexQueue(queueSearchWords);
  registerImportables(importables(log));
  const loops = startLoops({ log, isReady: () => readiness.database && readiness.data && !readiness.isOutdated });
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
