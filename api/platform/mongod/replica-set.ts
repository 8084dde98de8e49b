import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { StartFailure } from '../process/start-failure.ts';
import { type MongodCredentials, passwordFingerprint } from './access.ts';
import { replicaSetName } from './arguments.ts';

const patienceMilliseconds = 30_000;

interface StartedMongod {
  port: number;
  access: MongodCredentials;
  ended: Promise<void>;
}

/**
 * Makes a newly started mongod the primary of its single-member replica set: initiates a new set, or forces a
 * reconfiguration if the data was written under another port, because it would never elect itself. Then creates the
 * application user. Returns early if the server has `ended`, because the driver would retry for long.
 */
export async function electPrimary({ port, access, ended }: StartedMongod): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    auth: access.system,
    authSource: 'local',
    authMechanism: 'SCRAM-SHA-256',
    serverSelectionTimeoutMS: patienceMilliseconds,
  });
  const admin = client.db('admin');
  const serving = async () => {
    await ensureConfig(admin, `127.0.0.1:${port}`);
    await untilPrimary(admin);
    await ensureProductUser(admin, access);
  };
  try {
    await Promise.race([serving(), ended]);
  } finally {
    await client.close();
  }
}

async function ensureConfig(admin: mongo.Db, host: string): Promise<void> {
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
      throw new StartFailure(
        `The database belongs to the replica set '${config._id}', which is not that of this application.`,
      );
    }
    return { ...config };
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.codeName === 'NotYetInitialized') return undefined;
    throw error;
  }
}

/**
 * During recovery a member is neither primary nor secondary, which may take long; only a secondary counts toward the
 * timeout.
 */
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

/** Least privilege: no user, replica set or server administration. */
const roles = ['readWriteAnyDatabase', 'dbAdminAnyDatabase'];

/** Creates the application's database user, or updates its password after a key change. */
async function ensureProductUser(admin: mongo.Db, access: MongodCredentials): Promise<void> {
  const { username, password } = access.product;
  const key = passwordFingerprint(access);
  const {
    users: [existing],
  } = await admin.command({ usersInfo: username });
  if (existing?.customData?.key === key) return;
  await admin.command({
    [existing ? 'updateUser' : 'createUser']: username,
    pwd: password,
    customData: { key },
    roles,
    mechanisms: ['SCRAM-SHA-256'],
  });
}
