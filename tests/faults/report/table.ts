import { machine } from '#tests/bench/machine.ts';
import type { FaultResult } from './measure.ts';

/** A row of a results table, identified by its first cell. */
export type ResultRow = string[];

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);

/** One fault as a row, with the time of the measurement. */
export function faultRow(measured: FaultResult): ResultRow {
  const {
    name,
    description,
    acknowledged,
    lost,
    duplicated,
    errors,
    longestGap,
    recovery,
    mail,
    repeatedMails,
    problem,
  } = measured;
  const met = [...errors].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const counts = [acknowledged, lost.length, duplicated.length].map(String);
  const times = [String(Math.round(longestGap)), seconds(recovery), seconds(mail), String(repeatedMails)];
  const isUnhurt = problem === undefined && lost.length + duplicated.length === 0;
  return [name, description, ...counts, met || 'none', ...times, isUnhurt ? 'yes' : 'NO', timestamp()];
}

/** The time of a measurement. */
export const timestamp = () => new Date().toISOString().slice(0, 16).replace('T', ' ');

interface Page {
  faults: ResultRow[];
  processes: ResultRow[];
  /** The current page. */
  before: string;
  /** The names of all faults in order. */
  names: string[];
}

/** The results page: rows that were not measured again stay. */
export function resultsPage({ faults, processes, before, names }: Page): string {
  const earlierRows = [...before.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split(' | '));
  const newest = (fresh: ResultRow[], name: string) => [...fresh, ...earlierRows].find(([first]) => first === name);
  const table = (rows: (ResultRow | undefined)[]) => rows.flatMap((row) => (row ? [`| ${row.join(' | ')} |`] : []));
  return [
    '# Faults',
    '',
    `\`npm run faults\`, last on ${machine()}, everything on one shared machine: gaps are longer than on separate machines.`,
    '',
    'Three mongods (election timeout 5 s; 10 s in rows before 2026-11-24 03:00), three serving processes and one for jobs, as in compose.yaml, with a mail server and',
    'an object store. The load is four clients that write orders with a pause of a second, and one that uploads files. They use the processes round robin without health checks,',
    'as a proxy would, and retry unacknowledged requests with the same key or revision. `embedded-killed` is the product alone, with its embedded mongod.',
    '',
    '- **acknowledged**: successful writes; **lost**, **doubled**: those missing from the database, or there more than once (orders, their changes, actions, references, mails, files).',
    '- **errors**: 5xx responses, broken connections and timeouts, before the client retried. **gap**: the longest time between two acknowledged writes.',
    '- **trouble for**: from the beginning of the fault until the last error or response slower than 2 s. **mail after**: from its end until the mail queue is empty;',
    '  **mails again**: mails sent again with the same Message-ID. **unhurt**: nothing lost, nothing doubled, and it recovered automatically.',
    '- Jobs are due by the clock of the primary. Jobs enqueued while that clock was ahead run late by the same amount.',
    '',
    '| fault | description | acknowledged | lost | doubled | errors at clients | gap, ms | trouble for, s | mail after, s | mails again | unhurt | measured (UTC) |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...table(names.map((name) => newest(faults, name))),
    '',
    '## Number of processes',
    '',
    'Requests per second with one, two and three serving processes, as ratios to one. Processes, three mongods and clients share all cores, so one process with its',
    'database keeps them busy already, and a ratio below 1 is the overhead of more processes. The gain on separate machines is not measured.',
    '',
    '| work | one process, requests/s | two | three | measured (UTC) |',
    '| --- | --- | --- | --- | --- |',
    ...table(['lists of orders', 'new orders'].map((name) => newest(processes, name))),
    '',
  ].join('\n');
}
