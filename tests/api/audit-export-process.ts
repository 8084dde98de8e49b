import { Socket } from 'node:net';
import { setAuditKeys } from '#api/engine/audit/chain.ts';
import { exportOldEntries } from '#api/engine/audit-exports/export-job.ts';
import { now, setClock } from '#api/platform/clock/clock.ts';
import { loadConfig } from '#api/platform/config/config.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';

/**
 * A process that exports audit entries, as the job does, and kills itself at its command KILL_AT to the database.
 * CLOCK is how far its clock is ahead; milliseconds.
 */
const config = loadConfig();
setAuditKeys(config.secretKeys);
await connectDatabase(config.mongodbUri ?? '');
const ahead = now().getTime() + Number(process.env.CLOCK);
setClock(() => ahead);

const write = Socket.prototype.write;
let commands = 0;
Socket.prototype.write = new Proxy(write, {
  apply: (target, socket, sent) => {
    commands += 1;
    if (commands === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(target, socket, sent);
  },
});

await exportOldEntries(config, async () => undefined);
Socket.prototype.write = write;
await disconnectDatabase();
