import { CheckboxGroupInput, useRecordContext } from 'react-admin';
import { mayAssignRole } from '#schemas/access/account-rights.ts';
import type { User } from '#schemas/generated/types.ts';
import { FieldInput } from '../generate/inputs.tsx';
import type { FieldProps } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';
import { enumChoices } from '../generate/scalar-inputs.tsx';
import { useSession } from '../provider/useSession.ts';
import { GuildCell } from './GuildCell.tsx';
import { GuildFlags, GuildFlagsInput } from './guild-flags.tsx';

/** Whether the signed-in user is an ADMIN; only they may change some fields of a user (design 4). */
function useIsAdmin(): boolean {
  return useSession()?.user.roles.includes('ADMIN') ?? false;
}

/** Guild input; only an ADMIN may change it. */
export function GuildInput(props: FieldProps) {
  return useIsAdmin() ? <FieldInput {...props} /> : <ReadOnlyField {...props} shown={GuildCell} />;
}

/** Guild flags; only an ADMIN may change them. Hidden without read access to guilds. */
export function GuildRightsInput(props: FieldProps) {
  const isAdmin = useIsAdmin();
  const mayKnow = useSession()?.ability.can('read', 'Guild') ?? false;
  if (!mayKnow) return null;
  return isAdmin ? <GuildFlagsInput {...props} /> : <ReadOnlyField {...props} shown={GuildFlags} />;
}

/** Name input; read-only for users with rights that the viewer lacks. Everybody may change their own name. */
export function NameInput(props: FieldProps) {
  return useRecordContext<User>()?.isWithinReach === false ? <ReadOnlyField {...props} /> : <FieldInput {...props} />;
}

/** E-mail input: set on create, later changed by an ADMIN only. */
export function EmailInput(props: FieldProps) {
  const isNew = useRecordContext<User>()?.id === undefined;
  return useIsAdmin() || isNew ? <FieldInput {...props} /> : <ReadOnlyField {...props} />;
}

/** Switch that deactivates a user. Read-only for one's own account, and for users with rights that the viewer lacks. */
export function InactiveInput(props: FieldProps) {
  const user = useRecordContext<User>();
  const isOther = user?.id === undefined || user.isWithinReach === true;
  return isOther ? <FieldInput {...props} /> : <ReadOnlyField {...props} />;
}

/** Roles that the viewer may grant. Read-only for oneself, and for users with roles that the viewer may not grant. */
export function RolesInput(props: FieldProps) {
  const { field, source } = props;
  const viewer = useSession()?.user;
  const user = useRecordContext<User>();
  const isOwn = viewer !== undefined && viewer.id === user?.id;
  if (!viewer || isOwn || user?.isWithinReach === false || user?.roles.some((role) => !mayAssignRole(viewer, role)))
    return <ReadOnlyField {...props} />;
  const roles: User['roles'] = ['ADMIN', 'AGENCY_ADMIN', 'AGENCY_USER', 'DEVELOPER'];
  const grantable = new Set<unknown>(roles.filter((role) => mayAssignRole(viewer, role)));
  const choices = enumChoices(field.property.items ?? {}).filter(({ id }) => grantable.has(id));
  return <CheckboxGroupInput source={source} label={field.label} choices={choices} helperText={false} />;
}
