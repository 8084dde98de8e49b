import type { Form, User } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { fromNow, now } from '../clock/clock.ts';
import { store } from '../store/store.ts';
import { changeable } from './draft.ts';

/** How long somebody counts who has not said again to be there: a browser's timers may run once a minute. Milliseconds. */
const stays = 90_000;
/** How many others are named. */
const most = 10;

/** What who opens a form learns: who else has it open, and the revision of its draft where there is one. */
export interface AroundForm {
  others: Pick<User, 'id' | 'name'>[];
  draft: number | null;
}

/** Notes that the viewer has a form open, for a short while. Throws for who may not change it, as its draft does. */
export async function beThere(viewer: Viewer, id: string): Promise<AroundForm> {
  const form = await changeable(viewer, id);
  await store('FormPresence').upsert({ form: id, user: viewer.user.id }, { $set: { expires: fromNow(stays) } });
  return around(viewer, form);
}

/** Notes that the viewer has it open no more. */
export async function leave(viewer: Viewer, id: string): Promise<void> {
  await changeable(viewer, id);
  await store('FormPresence').deleteMany({ form: id, user: viewer.user.id });
}

async function around(viewer: Viewer, { id: form }: Form): Promise<AroundForm> {
  const others = { form, user: { $ne: viewer.user.id }, expires: { $gt: now() } };
  const [there, drafts] = await Promise.all([
    store('FormPresence').find({ filter: others, limit: most }),
    store('FormDraft').find({ filter: { form }, only: ['revision'] }),
  ]);
  const ids = there.map(({ user }) => user);
  const users = await store('User').find({ filter: { _id: { $in: ids } }, sort: ['name'], only: ['name'] });
  return { others: users.map(({ id, name }) => ({ id, name })), draft: drafts[0]?.revision ?? null };
}
