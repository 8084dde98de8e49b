import { mayWriteField } from '#schemas/access/field-access.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { type Session, useSession } from '../provider/session.ts';

/** Returns a predicate: is the field visible to the user? While the session loads, only unrestricted fields are. */
export function useVisible(): (field: Field) => boolean {
  const session = useSession();
  return (field) => (session ? isVisibleTo(field, session) : !isForSome(field));
}

/** Returns a predicate: may the user set the field? (x-update) */
export function useMaySet(): (field: Field) => boolean {
  const roles = useSession()?.user.roles ?? [];
  return ({ property }) => mayWriteField(property, roles);
}

/**
 * Field-level access: the user's roles may see the field, and a reference also needs read access to some records of its
 * resource, since its names would be missing otherwise.
 */
export function isVisibleTo(field: Field, { user, ability }: Pick<Session, 'ability'> & { user: Roled }): boolean {
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
