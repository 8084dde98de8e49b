import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProxyCondition } from '#tests/product/tcp-proxy.ts';
import { pollUntil } from '#tests/product/until.ts';
import { databaseServerOf } from '../database-server.ts';
import { fillDisk } from '../small-disk.ts';
import { type EmbeddedInstallation, type ReplicaInstallation, waitUntilReady } from './installation.ts';
import type { FaultScenario } from './measure.ts';

const nothing = () => undefined;

/** A fault of the mail server. */
const mailTrouble = (name: string, mood: ProxyCondition, description: string): FaultScenario<ReplicaInstallation> => ({
  ...{ name, description, lasts: 20 },
  begin: async ({ mail }) => {
    await mail.setCondition(mood);
    return () => mail.setCondition('through');
  },
});

/** Milliseconds. */
const minute = 60_000;

/** Faults of an installation on several machines. */
export const replicaScenarios: FaultScenario<ReplicaInstallation>[] = [
  {
    name: 'primary-killed',
    description: 'SIGKILL of the primary, which is restarted after a second',
    lasts: 0,
    begin: async ({ set }) => {
      (await set.primary()).signal('SIGKILL');
      return nothing;
    },
  },
  {
    name: 'primary-stepped-down',
    description: 'the primary steps down for 20 s',
    lasts: 0,
    begin: async ({ set }) => {
      await (await set.primary()).command({ replSetStepDown: 20, secondaryCatchUpPeriodSecs: 10 });
      return nothing;
    },
  },
  {
    name: 'primary-stopped',
    description: 'the primary hangs for 30 s (SIGSTOP) with open connections, and then continues',
    lasts: 30,
    begin: async ({ set }) => {
      const primary = await set.primary();
      primary.signal('SIGSTOP');
      return () => primary.signal('SIGCONT');
    },
  },
  {
    name: 'processes-killed',
    description: 'eight SIGKILLs of one of the four processes (also the one for jobs), each restarted at once',
    lasts: 0,
    begin: async ({ serving, jobs }) => {
      for (let kills = 0; kills < 8; kills += 1) {
        await pause(randomInt(1_000, 8_000));
        const all = [...serving, jobs];
        all[kills % all.length]?.signal('SIGKILL');
      }
      return nothing;
    },
  },
  {
    name: 'sigterm',
    description: 'SIGTERM to one process after the other, as in a rolling upgrade',
    lasts: 0,
    begin: async ({ serving, jobs, urls }) => {
      for (const process of [...serving, jobs]) {
        const starts = process.starts();
        process.signal('SIGTERM');
        await pollUntil({ label: 'a new start', seconds: 60 }, () => process.starts() > starts || undefined);
        await waitUntilReady(urls);
      }
      return nothing;
    },
  },
  {
    name: 'disk-full',
    description: 'the disk of the primary is full for 60 s; mongod exits, and restarts fail until there is room',
    lasts: 60,
    begin: async ({ set, disk }) => {
      const last = set.members.at(-1);
      if (last) await set.stepUp(last);
      const filler = await fillDisk(disk.seen);
      return () => filler.remove();
    },
  },
  mailTrouble('mail-down', 'down', 'the mail server is down for 20 s'),
  mailTrouble('mail-slow', 'slow', 'each response of the mail server is delayed by a second, for 20 s'),
  mailTrouble('mail-refusing', 'refusing', 'the mail server answers 554 and disconnects, for 20 s'),
  mailTrouble('mail-half-open', 'half-open', 'the mail server accepts connections and never responds, for 20 s'),
  {
    name: 'files-half-way',
    description: 'the object store resets each upload half-way, for 20 s',
    lasts: 20,
    begin: async ({ files }) => {
      files.cutAfter(100_000);
      return () => files.cutAfter(undefined);
    },
  },
  {
    name: 'slow-clients',
    description: '500 clients send a byte of a request each second, for 30 s',
    lasts: 30,
    begin: async ({ urls }) => {
      const sockets = Array.from({ length: 500 }, (_, index) => slowClient(urls[index % urls.length] ?? '', index));
      const dripping = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('x');
      }, 1_000);
      return () => {
        clearInterval(dripping);
        for (const socket of sockets) socket.destroy();
      };
    },
  },
  {
    name: 'clock-jumps',
    description:
      'the clocks of the primary and one process jump a minute ahead, 15 s later two minutes back, and 15 s later to the right time',
    lasts: 15,
    begin: async ({ set, clock }) => {
      const [first] = set.members;
      if (first) await set.stepUp(first);
      await clock.moveTo(minute);
      await pause(15_000);
      await clock.moveTo(-minute);
      return () => clock.moveTo(0);
    },
  },
];

/** Every second connection sends a body that never ends, the others not even complete headers (slowloris). */
function slowClient(url: string, index: number) {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  // The product cuts it off sooner or later, which is its defense.
  socket.on('error', nothing);
  const head = [`POST /api/auth/magic HTTP/1.1`, `Host: ${host}`, `Origin: ${url}`, 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\n${index % 2 === 0 ? 'Content-Length: 1000\r\n\r\n{"key": "' : 'X-Long: '}`);
  return socket;
}

/** Faults of the product with its embedded database. */
export const embeddedScenarios: FaultScenario<EmbeddedInstallation>[] = [
  {
    name: 'embedded-killed',
    description: "SIGKILL of the product's embedded mongod, which the product restarts and logs",
    lasts: 0,
    begin: async ({ product }) => {
      process.kill((await databaseServerOf(product.dataDir)).pid, 'SIGKILL');
      return nothing;
    },
    after: ({ product }) => {
      const expectedLines = [
        /exited unexpectedly; restarting it on the same data: mongod was killed/,
        /MongoDB server is running again/,
      ];
      const unsaid = expectedLines.filter((words) => !words.test(product.output()));
      if (unsaid.length > 0 || product.starts() !== 1) throw new Error(`its log lacks ${unsaid.join(', ')}`);
    },
  },
];
