import { randomUUID } from 'node:crypto';
import { isRecord } from '#schemas/forms/is-record.ts';
import { asking } from './commands.ts';
import { model } from './model.ts';
import { joining } from './transaction.ts';

/**
 * What processes keep in memory of the database, by subject: each subject has a version, which moves in the transaction of
 * every write that concerns it. A version is a random text: a counter that a fail-over takes back would come to the same
 * number again with other content.
 */
export type Versions = Readonly<Record<string, unknown>>;

/** The hash of the one document that holds all versions. It stands among the sessions, so that one look-up reads both. */
export const versionsHash = 'versions';

/** Makes all stale that any process keeps of the subject; to be called in the transaction of the write. */
export async function moveVersion(subject: string): Promise<void> {
  const moved = { $set: { [`versions.${subject}`]: randomUUID() } };
  const options = { upsert: true, ...joining() };
  await asking({ collection: 'sessions', command: 'update' }, () =>
    model('Session').updateOne({ hash: versionsHash }, moved, options),
  );
}

/** The versions that their document holds; nothing before the first one has moved. */
export const versionsIn = (document: Record<string, unknown> | null | undefined): Versions =>
  isRecord(document?.versions) ? document.versions : {};

/** The version of one subject, which is '' before it first moves. */
export const versionOf = (versions: Versions, subject: string): string => String(versions[subject] ?? '');

/** The versions for who has no session to read them with. */
export async function versionsNow(): Promise<Versions> {
  return versionsIn(await model('Session').findOne({ hash: versionsHash }).lean());
}
