import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { StartFailure } from '../process/start-failure.ts';
import type { Access } from './access.ts';
import { replicaSetName } from './arguments.ts';
import { ensureProductUser } from './product-user.ts';

const patienceMilliseconds = 30_000;

interface Freshly {
  port: number;
  access: Access;
  ended: Promise<void>;
}

/**
 * Makes the freshly started mongod at this port the primary of its replica set of one: a new set is initiated, and one
 * that was written under another port gets its member's address replaced by force, since it would never elect itself.
 * Then the product's user is in it. Done, too, when the server has `ended`: the driver would go on asking for long.
 */
export async function electPrimary({ port, access, ended }: Freshly): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    auth: access.system,
    authSource: 'local',
    authMechanism: 'SCRAM-SHA-256',
    serverSelectionTimeoutMS: patienceMilliseconds,
  });
  const admin = client.db('admin');
  const serving = async () => {
    await asOnlyMember(admin, `127.0.0.1:${port}`);
    await untilPrimary(admin);
    await ensureProductUser(admin, access);
  };
  try {
    await Promise.race([serving(), ended]);
  } finally {
    await client.close();
  }
}

async function asOnlyMember(admin: mongo.Db, host: string): Promise<void> {
  const config = await currentConfig(admin);
  if (config === undefined) {
    await admin.command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } });
  } else if (config.members[0]?.host !== host) {
    const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
    await admin.command({ replSetReconfig: moved, force: true });
  }
}

type ReplicaSetConfig = { version: number; members: { host: string }[] };

async function currentConfig(admin: mongo.Db): Promise<ReplicaSetConfig | undefined> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    if (config._id !== replicaSetName) {
      throw new StartFailure(`The database belongs to the replica set '${config._id}', not to one of this product.`);
    }
    return { ...config };
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.codeName === 'NotYetInitialized') return undefined;
    throw error;
  }
}

/** While it recovers, a member is neither primary nor secondary: that takes its time, and only a settled one counts as late. */
async function untilPrimary(admin: mongo.Db): Promise<void> {
  let began = performance.now();
  for (;;) {
    const { isWritablePrimary, secondary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true) return;
    if (secondary !== true) began = performance.now();
    if (performance.now() - began > patienceMilliseconds) {
      throw new StartFailure(`mongod did not become primary within ${patienceMilliseconds / 1000} s.`);
    }
    await pause(10);
  }
}
