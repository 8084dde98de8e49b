import type { User } from '#schemas/generated/types.ts';
import { restrictViewer } from '../access/key-limits.ts';
import { type Viewer, viewerOf } from '../access/viewer.ts';
import { readCacheVersions } from '../store/cache-versions.ts';
import { openSealed } from '../store/sealing.ts';
import { storeOf } from '../store/store.ts';

/** An API key (HMAC request signing, design 5) and its user. */
export interface ApiKey {
  secret: string;
  user: User;
  /** The viewer with the user's rights, restricted by the key's limits; null while the user is inactive. */
  viewer: Viewer | null;
}

/** Finds an API key by id; null if it does not exist. */
export async function findApiKey(id: string): Promise<ApiKey | null> {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const user = await storeOf('User').findOne({ authProviders: { $elemMatch: { id, type: 'API_HMAC' } } });
  const provider = user?.authProviders.find((each) => each.id === id);
  if (!user || !provider?.challenge) return null;
  const viewer = await viewerOf(user.id, await readCacheVersions([user.id]));
  return {
    secret: openSealed(provider.challenge),
    user,
    viewer: viewer && { ...restrictViewer(viewer, provider), key: provider.key },
  };
}
