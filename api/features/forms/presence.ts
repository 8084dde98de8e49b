import type { Form, User } from '#schemas/generated/types.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { loadEditableForm } from './draft.ts';

/**
 * Presence expires after this without a heartbeat, in milliseconds; background tabs may run timers only once a minute.
 */
const lifetime = 90_000;
/** Maximum number of other authors returned. */
const maxOthers = 10;

/** Response to a heartbeat: other authors of the form, and the revision of its draft, if any. */
export interface FormPresenceState {
  others: Pick<User, 'id' | 'name'>[];
  draft: number | null;
}

/**
 * Records a heartbeat of the viewer's presence on a form. Throws like reading the draft if the viewer may not change
 * the form.
 */
export async function recordPresence(viewer: Viewer, id: string): Promise<FormPresenceState> {
  const form = await loadEditableForm(viewer, id);
  await storeOf('FormPresence').upsert({ form: id, user: viewer.user.id }, { $set: { expires: fromNow(lifetime) } });
  return around(viewer, form);
}

/** Ends the viewer's presence on a form. */
export async function endPresence(viewer: Viewer, id: string): Promise<void> {
  await loadEditableForm(viewer, id);
  await storeOf('FormPresence').deleteMany({ form: id, user: viewer.user.id });
}

async function around(viewer: Viewer, { id: form }: Form): Promise<FormPresenceState> {
  const others = { form, user: { $ne: viewer.user.id }, expires: { $gt: now() } };
  const [presences, drafts] = await Promise.all([
    storeOf('FormPresence').find({ filter: others, limit: maxOthers }),
    storeOf('FormDraft').find({ filter: { form }, only: ['revision'] }),
  ]);
  const ids = presences.map(({ user }) => user);
  const users = await storeOf('User').find({ filter: { _id: { $in: ids } }, sort: ['name'], only: ['name'] });
  return { others: users.map(({ id, name }) => ({ id, name })), draft: drafts[0]?.revision ?? null };
}
