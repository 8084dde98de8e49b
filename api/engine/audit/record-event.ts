import mongoose from 'mongoose';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { browserOf } from '#schemas/texts/browser-of.ts';
import { now } from '../../platform/clock/clock.ts';
import { type Actor, actingPerson, type RequestSource } from '../access/actor.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
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
 * Writes one audit log entry, in the current transaction if there is one, so that both commit together. Only this
 * module writes entries. Never pass secrets: no passwords, tokens or hashes of them.
 */
export async function recordAuditEvent(event: AuditEvent): Promise<void> {
  await storeOf('AuditEntry').add(entryOf(event));
}

/** Writes many audit log entries at once, such as those of the records that a merge of two others moves. */
export async function recordAuditEvents(events: AuditEvent[]): Promise<void> {
  await storeOf('AuditEntry').insertMany(events.map(entryOf));
}

/** The entry of an event, with its MAC. */
function entryOf({ by, kind, action, subject, details, ...rest }: AuditEvent): Partial<AuditEntry> {
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
  return { ...entry, mac: macOfEntry(documentOf(entry)) };
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
