import { machine } from '#tests/bench/machine.ts';
import type { Measured } from './measure.ts';

/** A row of a results table, identified by its first cell. */
export type Row = string[];

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);

/** One fault as a row, with the time of the measurement. */
export function faultRow(measured: Measured): Row {
  const { name, what, acknowledged, lost, doubled, errors, gap, recovery, mail, repeated, problem } = measured;
  const met = [...errors].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const counts = [acknowledged, lost.length, doubled.length].map(String);
  const times = [String(Math.round(gap)), seconds(recovery), seconds(mail), String(repeated)];
  const isUnhurt = problem === undefined && lost.length + doubled.length === 0;
  return [name, what, ...counts, met || 'none', ...times, isUnhurt ? 'yes' : 'NO', dated()];
}

/** The time of a measurement. */
export const dated = () => new Date().toISOString().slice(0, 16).replace('T', ' ');

interface Page {
  faults: Row[];
  processes: Row[];
  /** The current page. */
  before: string;
  /** The names of all faults in order. */
  names: string[];
}

/** The results page: rows that were not measured again stay. */
export function pageOf({ faults, processes, before, names }: Page): string {
  const kept = [...before.matchAll(/^\| (.*) \|$/gm)].map(([, cells = '']) => cells.split(' | '));
  const newest = (fresh: Row[], name: string) => [...fresh, ...kept].find(([first]) => first === name);
  const table = (rows: (Row | undefined)[]) => rows.flatMap((row) => (row ? [`| ${row.join(' | ')} |`] : []));
  return [
    '# Faults',
    '',
    `\`npm run faults\`, last on ${machine()}, all of it on that one machine, with whatever else ran there: gaps are longer than on machines of their own.`,
    '',
    'Three mongods (another primary is elected after 5 s; rows of before 2026-11-24 03:00 are of 10 s), three processes that serve and one for jobs, as compose.yaml has them; beside them a mail server,',
    'an object store, four people who write orders with a pause of a second between two, and one who uploads files. They take turns at the processes without asking which is there,',
    'as a proxy would, and ask again, with the same key or revision, for what was not acknowledged. `embedded-killed` is the product alone, with its own mongod.',
    '',
    '- **acknowledged**: writes answered with success; **lost**, **doubled**: what of it is not in the database, or more than once (orders, their changes, actions, references, mails, files).',
    '- **errors**: answers from 500 on, and connections that broke or stayed silent, at clients that then asked again. **gap**: the longest time between two acknowledged writes.',
    '- **trouble for**: from the beginning of the fault until the last error or answer that took longer than 2 s. **mail after**: from its end until no mail waits;',
    '  **mails again**: those that went out once more under the same Message-ID. **unhurt**: nothing lost, nothing doubled, and it serves again without hands.',
    '- A job is due by the clock of the primary. What was queued while that was ahead is done when it is that time again: as much later as it was ahead.',
    '',
    '| fault | what is done | acknowledged | lost | doubled | errors at clients | gap, ms | trouble for, s | mail after, s | mails again | unhurt | measured (UTC) |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...table(names.map((name) => newest(faults, name))),
    '',
    '## More processes',
    '',
    'Requests a second of one, two and three processes that serve, as ratios to one. Where the processes, three mongods and the clients share all cores, one process with its',
    'database has them busy already, and a ratio below 1 is what more processes cost each other there: what they bring on machines of their own is not measured.',
    '',
    '| work | one process, requests/s | two | three | measured (UTC) |',
    '| --- | --- | --- | --- | --- |',
    ...table(['lists of orders', 'new orders'].map((name) => newest(processes, name))),
    '',
  ].join('\n');
}
