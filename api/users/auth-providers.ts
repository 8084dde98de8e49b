import { ApiError, conflict, invalidRequest } from '../errors/catalogue.ts';
import type { PartDeclaration, PartWrite } from '../resource/records/parts.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { store } from '../store/store.ts';
import { assertMayTouch } from './may-touch.ts';
import { assertSignedInRecently } from './recent-sign-in.ts';
import { ofUserName, userNameOf } from './user-name.ts';

const shortest = 10;

/** The ways to sign in: a user name with its password is made by hand, kept as a hash; all others by signing in (design 5). */
export const authProviders: PartDeclaration<'AuthProvider'> = {
  async beforeWrite(write) {
    assertMayTouch('AuthProvider', write);
    if (write.action === 'delete') return removable(write);
    if (write.parent.id === write.viewer.user.id) assertSignedInRecently(write.viewer);
    assertWritable(write);
    await assertKeyIsFree(write);
    const { key, challenge } = write.changes;
    return {
      ...write.changes,
      ...(key === undefined ? {} : { key: userNameOf(key) }),
      ...(challenge === undefined ? {} : { challenge: await hashPassword(challenge) }),
    };
  },
};

function removable({ current, changes }: PartWrite<'AuthProvider'>): PartWrite<'AuthProvider'>['changes'] {
  if (current?.type !== 'MAGIC') return changes;
  throw new ApiError('REQUEST_DENIED', { reason: 'It goes with its e-mail address: remove that' });
}

/** A user name is one person's. */
async function assertKeyIsFree({ parent, changes }: PartWrite<'AuthProvider'>): Promise<void> {
  if (changes.key === undefined) return;
  const others = await store('User').count({ _id: { $ne: parent.id }, ...ofUserName(changes.key) }, 1);
  if (others > 0) throw conflict('AuthProvider', null, 'Another user has this user name');
}

function assertWritable({ action, parent, current, changes }: PartWrite<'AuthProvider'>): void {
  const type = changes.type ?? current?.type;
  const refuse = (path: string, message: string) => invalidRequest('body', [{ path, message }]);
  if (type !== 'BASIC') throw refuse('/type', 'Only a BASIC one can be made or changed by hand');
  if (action === 'update' && changes.type !== undefined && changes.type !== current?.type)
    throw refuse('/type', 'Can not be changed');
  if (action === 'create' && changes.challenge === undefined)
    throw refuse('/challenge', 'Missing required field: Challenge');
  if (changes.challenge !== undefined && changes.challenge.length < shortest)
    throw refuse('/challenge', `Must have at least ${shortest} characters`);
  const isTaken = parent.authProviders.some(({ id, type: each }) => each === 'BASIC' && id !== current?.id);
  if (action === 'create' && isTaken) throw refuse('/type', 'There is one already');
}
