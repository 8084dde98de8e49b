import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../../platform/config/config.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { scheduledBackupAge } from '../backup/scheduled-backups.ts';
import { attemptEndListeners } from '../jobs/jobs.ts';
import type { Loops } from '../jobs/loops.ts';
import { jobBacklog } from '../jobs/queue.ts';
import { mailBacklog } from '../mail/outbox.ts';
import { commandListeners } from '../store/commands.ts';
import { cacheCounts } from '../store/versioned-cache.ts';
import { diskSpaces } from './disks.ts';

export interface Metrics {
  contentType: string;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  /** Records an answered request. */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  close(): void;
}

interface MetricsSources {
  config: Config;
  readiness: Readiness;
  loops: Loops;
}

/**
 * Starts collecting metrics. Values that only the database knows are queried on each scrape, and omitted while it is
 * down.
 */
export function openMetrics({ config, readiness, loops }: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const measured = defineMetrics(registry);
  const unsubscribes = [
    commandListeners.subscribe(({ collection, command, milliseconds, isFailed }) => {
      measured.commands.observe({ collection, command }, milliseconds / 1_000);
      if (isFailed) measured.failedCommands.inc({ collection, command });
      if (milliseconds >= config.slowQuery) measured.slowCommands.inc({ collection, command });
    }),
    attemptEndListeners.subscribe(({ kind, outcome, milliseconds, waited }) => {
      measured.jobs.observe({ kind, outcome }, milliseconds / 1_000);
      measured.waits.observe({ kind }, waited / 1_000);
    }),
  ];

  const collect = async () => {
    measured.database.set(readiness.database ? 1 : 0);
    for (const { name, age, isLate } of loops.heartbeats()) {
      measured.loops.set({ loop: name }, age);
      measured.lateLoops.set({ loop: name }, isLate ? 1 : 0);
    }
    for (const counter of [measured.hits, measured.misses]) counter.reset();
    for (const [cache, { hits, misses }] of cacheCounts) {
      measured.hits.inc({ cache }, hits);
      measured.misses.inc({ cache }, misses);
    }
    const hasDatabase = readiness.database;
    const [mail, due, backupAge, disks] = await Promise.all([
      hasDatabase ? mailBacklog() : null,
      hasDatabase ? jobBacklog() : null,
      hasDatabase ? scheduledBackupAge() : null,
      diskSpaces(config, hasDatabase),
    ]);
    // Reset first: an unknown value must not repeat the previous one. Without labels, a reset would report 0.
    for (const gauge of [measured.mail, measured.due, measured.oldest, measured.freeSpace, measured.diskSize])
      gauge.reset();
    for (const gauge of [measured.oldestMail, measured.backupAge, measured.backupInterval]) gauge.remove();
    if (mail) {
      for (const state of ['waiting', 'failed'] as const) measured.mail.set({ state }, mail[state]);
      measured.oldestMail.set(mail.oldest);
    }
    for (const { kind, count, seconds } of due ?? []) {
      measured.due.set({ kind }, count);
      measured.oldest.set({ kind }, seconds);
    }
    if (backupAge !== null) measured.backupAge.set(backupAge);
    if (config.backups) measured.backupInterval.set(config.backups.every / 1_000);
    for (const { disk, space } of disks) {
      measured.freeSpace.set({ disk }, space.free);
      measured.diskSize.set({ disk }, space.size);
    }
  };

  return {
    contentType: registry.contentType,
    text: async () => {
      await collect();
      return await registry.metrics();
    },
    request: ({ method, route, status, seconds }) => measured.requests.observe({ method, route, status }, seconds),
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      registry.clear();
    },
  };
}

/**
 * Histogram buckets in seconds: `quick` for requests and database commands (milliseconds), `slow` for jobs (up to an
 * hour).
 */
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600];

/**
 * Defines the Prometheus metrics, in addition to prom-client's defaults. Labels have low cardinality and no value that
 * a caller can choose: routes are templates, unmatched requests are `none`.
 */
function defineMetrics(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'portal_request_duration_seconds',
      help: 'Duration of requests by route, method and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: quick,
      registers,
    }),
    commands: new Histogram({
      name: 'portal_database_command_duration_seconds',
      help: 'Duration of database commands by collection and command.',
      labelNames: ['collection', 'command'],
      buckets: quick,
      registers,
    }),
    failedCommands: new Counter({
      name: 'portal_database_command_failures_total',
      help: 'Failed database commands.',
      labelNames: ['collection', 'command'],
      registers,
    }),
    slowCommands: new Counter({
      name: 'portal_slow_queries_total',
      help: 'Database commands that took at least SLOW_QUERY_MS.',
      labelNames: ['collection', 'command'],
      registers,
    }),
    database: new Gauge({
      name: 'portal_database_up',
      help: 'Whether the database is available: 1 or 0.',
      registers,
    }),
    jobs: new Histogram({
      name: 'portal_job_duration_seconds',
      help: 'Duration of job attempts of this process by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      buckets: slow,
      registers,
    }),
    waits: new Histogram({
      name: 'portal_job_waiting_seconds',
      help: 'Time between the due time and the start of jobs claimed by this process.',
      labelNames: ['kind'],
      buckets: slow,
      registers,
    }),
    due: new Gauge({
      name: 'portal_jobs_due',
      help: 'Due jobs that no process has claimed; counted up to 10,000 in total.',
      labelNames: ['kind'],
      registers,
    }),
    oldest: new Gauge({
      name: 'portal_jobs_oldest_due_seconds',
      help: 'Age of the oldest due job.',
      labelNames: ['kind'],
      registers,
    }),
    loops: new Gauge({
      name: 'portal_loop_heartbeat_age_seconds',
      help: 'Seconds since the last heartbeat of each background loop.',
      labelNames: ['loop'],
      registers,
    }),
    lateLoops: new Gauge({
      name: 'portal_loop_late',
      help: 'Whether a background loop is late: 1 or 0.',
      labelNames: ['loop'],
      registers,
    }),
    mail: new Gauge({
      name: 'portal_mail_unsent',
      help: 'Waiting and failed mails in the outbox; counted up to 1,000.',
      labelNames: ['state'],
      registers,
    }),
    oldestMail: new Gauge({
      name: 'portal_mail_oldest_waiting_seconds',
      help: 'Age of the oldest mail in the outbox that may be sent, also while its sending is retried.',
      registers,
    }),
    backupAge: new Gauge({
      name: 'portal_backup_age_seconds',
      help: 'Seconds since the last verified scheduled backup, or since these were turned on.',
      registers,
    }),
    backupInterval: new Gauge({
      name: 'portal_backup_interval_seconds',
      help: 'BACKUP_EVERY of a process that makes scheduled backups.',
      registers,
    }),
    freeSpace: new Gauge({
      name: 'portal_disk_free_bytes',
      help: 'Free space of the disks of data (DATA_DIR), backups (BACKUP_DIR) and database (as MongoDB reports it).',
      labelNames: ['disk'],
      registers,
    }),
    diskSize: new Gauge({
      name: 'portal_disk_size_bytes',
      help: 'Size of the same disks.',
      labelNames: ['disk'],
      registers,
    }),
    hits: new Counter({
      name: 'portal_cache_hits_total',
      help: 'Cache hits since the start by cache.',
      labelNames: ['cache'],
      registers,
    }),
    misses: new Counter({
      name: 'portal_cache_misses_total',
      help: 'Cache misses since the start by cache.',
      labelNames: ['cache'],
      registers,
    }),
  };
}
