import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

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
export function defineMetrics(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'portal_request_duration_seconds',
      help: 'Requests by route, method and status, with their time.',
      labelNames: ['method', 'route', 'status'],
      buckets: quick,
      registers,
    }),
    commands: new Histogram({
      name: 'portal_database_command_duration_seconds',
      help: 'Commands to the database by collection and name, with their time.',
      labelNames: ['collection', 'command'],
      buckets: quick,
      registers,
    }),
    failedCommands: new Counter({
      name: 'portal_database_command_failures_total',
      help: 'Commands to the database that failed.',
      labelNames: ['collection', 'command'],
      registers,
    }),
    database: new Gauge({
      name: 'portal_database_up',
      help: 'Whether the database is there: 1 or 0.',
      registers,
    }),
    jobs: new Histogram({
      name: 'portal_job_duration_seconds',
      help: 'Attempts at jobs that this process made, by kind and outcome, with their time.',
      labelNames: ['kind', 'outcome'],
      buckets: slow,
      registers,
    }),
    waits: new Histogram({
      name: 'portal_job_waiting_seconds',
      help: 'How long jobs that this process took had been due.',
      labelNames: ['kind'],
      buckets: slow,
      registers,
    }),
    due: new Gauge({
      name: 'portal_jobs_due',
      help: 'Jobs that are due and that nobody has taken; counted to 10,000 of all kinds.',
      labelNames: ['kind'],
      registers,
    }),
    oldest: new Gauge({
      name: 'portal_jobs_oldest_due_seconds',
      help: 'How long the job that is due longest has been.',
      labelNames: ['kind'],
      registers,
    }),
    loops: new Gauge({
      name: 'portal_loop_heartbeat_age_seconds',
      help: 'Seconds since each loop in the background last turned.',
      labelNames: ['loop'],
      registers,
    }),
    mail: new Gauge({
      name: 'portal_mail_unsent',
      help: 'Mails in the outbox that wait, and that were given up; counted to 1,000.',
      labelNames: ['state'],
      registers,
    }),
    hits: new Counter({
      name: 'portal_cache_hits_total',
      help: 'What was answered from memory since the start, by what is kept.',
      labelNames: ['cache'],
      registers,
    }),
    misses: new Counter({
      name: 'portal_cache_misses_total',
      help: 'What had to be read, by what is kept.',
      labelNames: ['cache'],
      registers,
    }),
  };
}
