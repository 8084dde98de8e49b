import { CheckboxGroupInput, useRecordContext } from 'react-admin';
import { mayGive } from '#schemas/access/rank.ts';
import type { User } from '#schemas/generated/types.ts';
import { FieldInput } from '../generate/inputs.tsx';
import type { FieldProps } from '../generate/override.ts';
import { choicesOf } from '../generate/scalar-inputs.tsx';
import { ShownField } from '../generate/shown.tsx';
import { useSession } from '../nested/useSession.ts';
import { GuildCell } from './GuildCell.tsx';
import { GuildFlags, GuildFlagsInput } from './guild-flags.tsx';

/** Whether the signed-in person has the role ADMIN, for what nobody else may change of a user (design 4). */
function useIsAdmin(): boolean {
  return useSession()?.user.roles.includes('ADMIN') ?? false;
}

/** The guild is given by an ADMIN. */
export function GuildInput(props: FieldProps) {
  return useIsAdmin() ? <FieldInput {...props} /> : <ShownField {...props} shown={GuildCell} />;
}

/** So are the rights in it; who may know of no guild is told of none. */
export function GuildRightsInput(props: FieldProps) {
  const isAdmin = useIsAdmin();
  const mayKnow = useSession()?.ability.can('read', 'Guild') ?? false;
  if (!mayKnow) return null;
  return isAdmin ? <GuildFlagsInput {...props} /> : <ShownField {...props} shown={GuildFlags} />;
}

/** The name of somebody with a right that one does not hold is not one's to change; everybody changes their own. */
export function NameInput(props: FieldProps) {
  return useRecordContext<User>()?.isWithinReach === false ? <ShownField {...props} /> : <FieldInput {...props} />;
}

/** The first address is set by who makes the user, another one in its place by an ADMIN alone. */
export function EmailInput(props: FieldProps) {
  const isNew = useRecordContext<User>()?.id === undefined;
  return useIsAdmin() || isNew ? <FieldInput {...props} /> : <ShownField {...props} />;
}

/** Nobody ends their own account, nor one that has a right which they do not hold. */
export function InactiveInput(props: FieldProps) {
  const user = useRecordContext<User>();
  const isOther = user?.id === undefined || user.isWithinReach === true;
  return isOther ? <FieldInput {...props} /> : <ShownField {...props} />;
}

/** The roles that one may give or take; a user with others than these keeps what they have. */
export function RolesInput(props: FieldProps) {
  const { field, source } = props;
  const viewer = useSession()?.user;
  const user = useRecordContext<User>();
  const isOwn = viewer !== undefined && viewer.id === user?.id;
  if (!viewer || isOwn || user?.isWithinReach === false || user?.roles.some((role) => !mayGive(viewer, role)))
    return <ShownField {...props} />;
  const roles: User['roles'] = ['ADMIN', 'AGENCY_ADMIN', 'AGENCY_USER', 'DEVELOPER'];
  const given = new Set<unknown>(roles.filter((role) => mayGive(viewer, role)));
  const choices = choicesOf(field.property.items ?? {}).filter(({ id }) => given.has(id));
  return <CheckboxGroupInput source={source} label={field.label} choices={choices} helperText={false} />;
}
