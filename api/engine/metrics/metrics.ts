import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Readiness } from '../../platform/readiness.ts';
import { attemptEndListeners } from '../jobs/attempts.ts';
import { jobBacklog } from '../jobs/due-jobs.ts';
import type { Loops } from '../jobs/loops.ts';
import { mailBacklog } from '../mail/backlog.ts';
import { cacheCounts } from '../store/cache-counts.ts';
import { commandListeners } from '../store/commands.ts';
import { defineMetrics } from './definitions.ts';

export interface Metrics {
  contentType: string;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  /** Records an answered request. */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  close(): void;
}

/**
 * Starts collecting metrics. Values that only the database knows are queried on each scrape, and omitted while it is
 * down.
 */
export function openMetrics({ readiness, loops }: { readiness: Readiness; loops: Loops }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const measured = defineMetrics(registry);
  const unsubscribes = [
    commandListeners.subscribe(({ collection, command, milliseconds, isFailed }) => {
      measured.commands.observe({ collection, command }, milliseconds / 1_000);
      if (isFailed) measured.failedCommands.inc({ collection, command });
    }),
    attemptEndListeners.subscribe(({ kind, outcome, milliseconds, waited }) => {
      measured.jobs.observe({ kind, outcome }, milliseconds / 1_000);
      measured.waits.observe({ kind }, waited / 1_000);
    }),
  ];

  const collect = async () => {
    measured.database.set(readiness.database ? 1 : 0);
    for (const { name, age } of loops.heartbeats()) measured.loops.set({ loop: name }, age);
    for (const counter of [measured.hits, measured.misses]) counter.reset();
    for (const [cache, { hits, misses }] of cacheCounts) {
      measured.hits.inc({ cache }, hits);
      measured.misses.inc({ cache }, misses);
    }
    const [mail, due] = readiness.database ? await Promise.all([mailBacklog(), jobBacklog()]) : [null, null];
    // Reset first: an unknown value must not repeat the previous one.
    for (const gauge of [measured.mail, measured.due, measured.oldest]) gauge.reset();
    for (const [state, count] of Object.entries(mail ?? {})) measured.mail.set({ state }, count);
    for (const { kind, count, seconds } of due ?? []) {
      measured.due.set({ kind }, count);
      measured.oldest.set({ kind }, seconds);
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
