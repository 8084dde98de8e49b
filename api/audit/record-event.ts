import mongoose from 'mongoose';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { browserOf } from '#schemas/texts/browser-of.ts';
import { actor, type Doer, type Source } from '../access/actor.ts';
import { now } from '../clock/clock.ts';
import { resource } from '../store/model.ts';
import { store } from '../store/store.ts';
import { recordWriter } from '../store/writer.ts';
import { macOfEntry } from './chain.ts';

/** What was done, to what. */
export interface Event extends Partial<Pick<AuditEntry, 'changes' | 'details' | 'typed'>> {
  by: Doer;
  kind: AuditEntry['kind'];
  action: AuditEntry['action'];
  subject?: { type: string; id?: string | undefined; name?: string | undefined; revision?: number };
}

/**
 * Writes one entry of the audit log: in the transaction that runs, so that it is there when what it tells of is, or by
 * itself. Nothing else writes any. No secret belongs into it: no password, token or hash of one.
 */
export async function recordEvent({ by, kind, action, subject, details, ...told }: Event): Promise<void> {
  const byKey = by.key === undefined ? {} : { key: by.key };
  const time = now().toISOString();
  const entry: Partial<AuditEntry> = {
    id: new mongoose.Types.ObjectId().toHexString(),
    createdAt: time,
    updatedAt: time,
    kind,
    action,
    actor: actor(by)?.id ?? null,
    user: by.user?.id ?? null,
    ...(subject ? subjectIn(subject) : {}),
    ...(by.from ? placeOf(by.from) : {}),
    ...(details || by.key ? { details: { ...details, ...byKey } } : {}),
    ...told,
  };
  // Signed as it is stored, defaults included: whoever may write to the database and has no key can make no entry that is sealed.
  await store('AuditEntry').add({ ...entry, mac: macOfEntry(documentOf(entry)) });
}

const { document: documentOf } = recordWriter(resource('AuditEntry'));

const subjectIn = ({ type, id, name, revision }: NonNullable<Event['subject']>) => ({
  resourceType: type,
  ...(id === undefined ? {} : { resourceId: id }),
  ...(name === undefined ? {} : { name }),
  ...(revision === undefined ? {} : { recordRevision: revision }),
});

const placeOf = ({ ip, headers }: Source) => ({
  address: ip.replace(/^::ffff:(?=\d+\.)/, ''),
  ...(headers['user-agent'] ? { agent: browserOf(headers['user-agent']) } : {}),
});
