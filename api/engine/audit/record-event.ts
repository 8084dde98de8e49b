import mongoose from 'mongoose';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { browserOf } from '#schemas/texts/browser-of.ts';
import { now } from '../../platform/clock/clock.ts';
import { type Actor, actingPerson, type RequestSource } from '../access/actor.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { isDryRun } from '../store/transaction.ts';
import { recordWriter } from '../store/writer.ts';
import { macOfEntry } from './chain.ts';

/** An event to record: what was done by whom, to which record. */
export interface AuditEvent extends Partial<Pick<AuditEntry, 'changes' | 'details' | 'typed'>> {
  by: Actor;
  kind: AuditEntry['kind'];
  action: AuditEntry['action'];
  subject?: { type: string; id?: string | undefined; name?: string | undefined; revision?: number };
}

/**
 * Writes one audit log entry, in the current transaction if there is one, so that both commit together; none in a dry run. This is
 * the only function that writes entries. Never pass secrets: no passwords, tokens or hashes of them.
 */
export async function recordAuditEvent({ by, kind, action, subject, details, ...rest }: AuditEvent): Promise<void> {
  if (isDryRun()) return;
  const byKey = by.key === undefined ? {} : { key: by.key };
  const time = now().toISOString();
  const entry: Partial<AuditEntry> = {
    id: new mongoose.Types.ObjectId().toHexString(),
    createdAt: time,
    updatedAt: time,
    kind,
    action,
    actor: actingPerson(by)?.id ?? null,
    user: by.user?.id ?? null,
    ...(subject ? subjectIn(subject) : {}),
    ...(by.from ? placeOf(by.from) : {}),
    ...(details || by.key ? { details: { ...details, ...byKey } } : {}),
    ...rest,
  };
  // The MAC covers the entry as stored, with defaults. Without the key, someone with database access cannot create an
  // entry that gets sealed.
  await storeOf('AuditEntry').append({ ...entry, mac: macOfEntry(documentOf(entry)) });
}

const { document: documentOf } = recordWriter(resource('AuditEntry'));

const subjectIn = ({ type, id, name, revision }: NonNullable<AuditEvent['subject']>) => ({
  resourceType: type,
  ...(id === undefined ? {} : { resourceId: id }),
  ...(name === undefined ? {} : { name }),
  ...(revision === undefined ? {} : { recordRevision: revision }),
});

const placeOf = ({ ip, headers }: RequestSource) => ({
  address: ip.replace(/^::ffff:(?=\d+\.)/, ''),
  ...(headers['user-agent'] ? { agent: browserOf(headers['user-agent']) } : {}),
});
