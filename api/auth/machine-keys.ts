import type { User } from '#schemas/generated/types.ts';
import { limitedViewer } from '../access/limits.ts';
import { type Viewer, viewerOf } from '../access/viewer.ts';
import { openSealed } from '../store/sealing.ts';
import { store } from '../store/store.ts';
import { versionsNow } from '../store/versions.ts';

/** The key of a machine (design 5), and in whose account it works. */
export interface MachineKey {
  secret: string;
  user: User;
  /** Who acts by it: with its user's rights less its limits; null while the user is inactive. */
  viewer: Viewer | null;
}

/** The key of this id; null where there is none. */
export async function machineKey(id: string): Promise<MachineKey | null> {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const user = await store('User').findOne({ authProviders: { $elemMatch: { id, type: 'API_HMAC' } } });
  const provider = user?.authProviders.find((each) => each.id === id);
  if (!user || !provider?.challenge) return null;
  const viewer = await viewerOf(user.id, await versionsNow([user.id]));
  return {
    secret: openSealed(provider.challenge),
    user,
    viewer: viewer && { ...limitedViewer(viewer, provider), key: provider.key },
  };
}
