import { assertFreshSignIn } from '../access/fresh-sign-in.ts';
import { ApiError, conflict, invalidRequest } from '../errors/catalogue.ts';
import type { PartDeclaration, PartWrite } from '../resource/records/parts.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { newSecret } from '../secrets/secrets.ts';
import { openSealed, sealText } from '../store/sealing.ts';
import { store } from '../store/store.ts';
import { assertMayTouch } from './may-touch.ts';
import { ofUserName, userNameOf } from './user-name.ts';

type Write = PartWrite<'AuthProvider'>;

/**
 * The ways to sign in. By hand is made a user name with its password, kept as a hash, and the key of a machine, whose secret we
 * make and tell once; all others by signing in (design 5).
 */
export const authProviders: PartDeclaration<'AuthProvider'> = {
  assertMay: (write) => assertMayTouch('AuthProvider', write),
  async beforeWrite(write) {
    assertFreshSignIn(write.viewer);
    if (write.action === 'delete') return removable(write);
    assertWritable(write);
    return write.changes.type === 'API_HMAC' ? withSecret(write) : await withHash(write);
  },
  onceMade: (made) =>
    made.type === 'API_HMAC' && made.challenge ? { ...made, secret: openSealed(made.challenge) } : made,
};

function removable({ current, changes }: Write): Write['changes'] {
  if (current?.type !== 'MAGIC') return changes;
  throw new ApiError('REQUEST_DENIED', { reason: 'It goes with its e-mail address: remove that' });
}

/** The secret signs, so that it must be known again: a hash would not do. */
const withSecret = ({ changes }: Write): Write['changes'] => ({ ...changes, challenge: sealText(newSecret()) });

async function withHash(write: Write): Promise<Write['changes']> {
  await assertStrong(write);
  await assertKeyIsFree(write);
  const { key, challenge } = write.changes;
  return {
    ...write.changes,
    ...(key === undefined ? {} : { key: userNameOf(key) }),
    ...(challenge === undefined ? {} : { challenge: await hashPassword(challenge) }),
  };
}

/** Guessed passwords are the most common way in: what is easy to guess, or known of the user, is refused. */
async function assertStrong({ parent, current, changes: { challenge, key } }: Write): Promise<void> {
  if (challenge === undefined) return;
  // Its word lists are loaded with the first password that is set.
  const { weaknessOf } = await import('#schemas/access/password-strength.ts');
  const weakness = weaknessOf(challenge, [parent.name, parent.email, key ?? current?.key ?? '']);
  if (weakness) throw refused('/challenge', weakness);
}

/** A user name is one person's. */
async function assertKeyIsFree({ parent, changes }: Write): Promise<void> {
  if (changes.key === undefined) return;
  const others = await store('User').count({ _id: { $ne: parent.id }, ...ofUserName(changes.key) }, 1);
  if (others > 0) throw conflict('AuthProvider', null, 'Another user has this user name');
}

const refused = (path: string, message: string) => invalidRequest('body', [{ path, message }]);

function assertWritable(write: Write): void {
  const type = write.changes.type ?? write.current?.type;
  if (type === 'BASIC') assertPassword(write);
  else if (type === 'API_HMAC' && write.action === 'create') assertMachineKey(write);
  else throw refused('/type', 'By hand only a BASIC one is made or changed, and an API_HMAC one made or removed');
}

function assertPassword({ action, parent, current, changes }: Write): void {
  if (action === 'update' && changes.type !== undefined && changes.type !== current?.type)
    throw refused('/type', 'Can not be changed');
  if (action === 'create' && changes.challenge === undefined)
    throw refused('/challenge', 'Missing required field: Challenge');
  for (const limit of ['onlyReads', 'resources'] as const)
    if (changes[limit] !== undefined) throw refused(`/${limit}`, 'Limits the key of a machine, nothing else');
  const isTaken = parent.authProviders.some(({ id, type: each }) => each === 'BASIC' && id !== current?.id);
  if (action === 'create' && isTaken) throw refused('/type', 'There is one already');
}

/** Its name tells it from the user's others, where one is removed. */
function assertMachineKey({ parent, changes: { key, challenge } }: Write): void {
  if (challenge !== undefined) throw refused('/challenge', 'Is made by the product, and told once');
  const isTaken = parent.authProviders.some((each) => each.type === 'API_HMAC' && each.key === key);
  if (isTaken) throw refused('/key', 'There is one of this name already');
}
