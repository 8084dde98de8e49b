import { assertFreshSignIn } from '../../engine/access/fresh-sign-in.ts';
import type { PartDeclaration, PartWrite } from '../../engine/resource/records/parts.ts';
import { openSealed, sealText } from '../../engine/store/sealing.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError, conflict, invalidRequest } from '../../platform/errors/catalogue.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { newSecret } from '../../platform/secrets/secrets.ts';
import { assertMayEditAccount } from './account-access.ts';
import { normalizeUserName, userNameFilter } from './user-name.ts';

type Write = PartWrite<'AuthProvider'>;

/**
 * Hooks of sign-in methods. Users create a user name with password (stored as a hash) and API keys, whose secret is
 * generated and returned once; all other methods are created by signing in (design 5).
 */
export const authProviders: PartDeclaration<'AuthProvider'> = {
  assertMay: (write) => assertMayEditAccount('AuthProvider', write),
  async beforeWrite(write) {
    assertFreshSignIn(write.viewer);
    if (write.action === 'delete') return removable(write);
    assertWritable(write);
    return write.changes.type === 'API_HMAC' ? withSecret(write) : await withHash(write);
  },
  afterCreate: (created) =>
    created.type === 'API_HMAC' && created.challenge ? { ...created, secret: openSealed(created.challenge) } : created,
};

function removable({ current, changes }: Write): Write['changes'] {
  if (current?.type !== 'MAGIC') return changes;
  throw new ApiError('REQUEST_DENIED', { reason: 'It goes with its e-mail address: remove that' });
}

/** The secret is sealed rather than hashed, because verifying an HMAC signature requires it in plain text. */
const withSecret = ({ changes }: Write): Write['changes'] => ({ ...changes, challenge: sealText(newSecret()) });

async function withHash(write: Write): Promise<Write['changes']> {
  await assertStrong(write);
  await assertKeyIsFree(write);
  const { key, challenge } = write.changes;
  return {
    ...write.changes,
    ...(key === undefined ? {} : { key: normalizeUserName(key) }),
    ...(challenge === undefined ? {} : { challenge: await hashPassword(challenge) }),
  };
}

/** Rejects weak passwords: those that are easy to guess or contain the user's data. */
async function assertStrong({ parent, current, changes: { challenge, key } }: Write): Promise<void> {
  if (challenge === undefined) return;
  // Import lazily: it loads word lists.
  const { passwordWeakness } = await import('#schemas/access/password-strength.ts');
  const weakness = passwordWeakness(challenge, [parent.name, parent.email, key ?? current?.key ?? '']);
  if (weakness) throw rejected('/challenge', weakness);
}

/** User names are unique. */
async function assertKeyIsFree({ parent, changes }: Write): Promise<void> {
  if (changes.key === undefined) return;
  const others = await storeOf('User').count({ _id: { $ne: parent.id }, ...userNameFilter(changes.key) }, 1);
  if (others > 0) throw conflict('AuthProvider', null, 'Another user has this user name');
}

const rejected = (path: string, message: string) => invalidRequest('body', [{ path, message }]);

function assertWritable(write: Write): void {
  const type = write.changes.type ?? write.current?.type;
  if (type === 'BASIC') assertPassword(write);
  else if (type === 'API_HMAC' && write.action === 'create') assertMachineKey(write);
  else throw rejected('/type', 'By hand only a BASIC one is made or changed, and an API_HMAC one made or removed');
}

function assertPassword({ action, parent, current, changes }: Write): void {
  if (action === 'update' && changes.type !== undefined && changes.type !== current?.type)
    throw rejected('/type', 'Can not be changed');
  if (action === 'create' && changes.challenge === undefined)
    throw rejected('/challenge', 'Missing required field: Challenge');
  for (const limit of ['onlyReads', 'resources'] as const)
    if (changes[limit] !== undefined) throw rejected(`/${limit}`, 'Limits the key of a machine, nothing else');
  const isTaken = parent.authProviders.some(({ id, type: each }) => each === 'BASIC' && id !== current?.id);
  if (action === 'create' && isTaken) throw rejected('/type', 'There is one already');
}

/** The name of an API key is unique per user, so that it can be identified. */
function assertMachineKey({ parent, changes: { key, challenge } }: Write): void {
  if (challenge !== undefined) throw rejected('/challenge', 'Is made by the product, and told once');
  const isTaken = parent.authProviders.some((each) => each.type === 'API_HMAC' && each.key === key);
  if (isTaken) throw rejected('/key', 'There is one of this name already');
}
