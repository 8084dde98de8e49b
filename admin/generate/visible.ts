import { maySet } from '#schemas/access/may-set.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { useSession } from '../nested/useSession.ts';
import type { Session } from '../provider/session.ts';

/** Tells whether a field is shown to the person who is signed in; until that is known, none is that is not for all. */
export function useVisible(): (field: Field) => boolean {
  const session = useSession();
  return (field) => (session ? isShownTo(field, session) : !isForSome(field));
}

/** Tells whether the person who is signed in may set a field at all (x-update). */
export function useMaySet(): (field: Field) => boolean {
  const roles = useSession()?.user.roles ?? [];
  return ({ property }) => maySet(property, roles);
}

/**
 * Whether somebody sees a field: it is for their roles, and if it names records of another resource, they may read some of
 * those, since else its names would be missing everywhere.
 */
export function isShownTo(field: Field, { user, ability }: Pick<Session, 'ability'> & { user: Roled }): boolean {
  const { 'x-visible-to': only, 'x-ref': one, 'x-admin': screens, items } = field.property;
  const target = one ?? items?.['x-ref'];
  return (
    screens?.widget !== 'hidden' &&
    (!only || only.some((role) => user.roles.includes(role))) &&
    (target === undefined || ability.can('read', target))
  );
}

type Roled = Pick<Session['user'], 'roles'>;

const isForSome = ({ property }: Field) =>
  property['x-admin']?.widget === 'hidden' || property['x-visible-to'] !== undefined;
