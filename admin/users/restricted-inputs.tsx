import { subject } from '@casl/ability';
import { Typography } from '@mui/material';
import {
  ArrayInput,
  BooleanInput,
  CheckboxGroupInput,
  required,
  SimpleFormIterator,
  useRecordContext,
  useWrappedSource,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { mayAssignRole } from '#schemas/access/account-rights.ts';
import type { User } from '#schemas/generated/types.ts';
import { fieldsOf } from '#schemas/resource/resource.ts';
import { OrganizationPicker } from '../entities/OrganizationPicker.tsx';
import { AddRow } from '../generate/FieldGrid.tsx';
import { FieldInput } from '../generate/inputs.tsx';
import type { FieldProps } from '../generate/override.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { ReadOnlyField, TextOrDash } from '../generate/read-only.tsx';
import { enumChoices, inputProps } from '../generate/scalar-inputs.tsx';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { useSession } from '../provider/session.ts';

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

/** Guild of a user; without read access only that there is one. */
export function GuildCell({ source }: FieldProps) {
  const session = useSession();
  const guild = useFieldValue(source);
  if (typeof guild !== 'string' || !session) return <TextOrDash text="" />;
  if (!session.ability.can('read', subject('Guild', { id: guild }))) return <TextOrDash text="Another guild" />;
  return <ReferenceLink source={source} reference="guilds" />;
}

/** The only guild flag that the spec names (spec 6). */
const manageUsers = 1;
const words = 'Can manage guild users';

function GuildFlagsInput({ source }: FieldProps) {
  return <FlagInput source={source} flag={manageUsers} label={words} />;
}

/** List cell with the user's guild flag in words. */
export function GuildFlags({ source }: FieldProps) {
  const flags = useFieldValue(source);
  const manages = typeof flags === 'number' && (flags & manageUsers) !== 0;
  return <Typography color={manages ? undefined : 'text.secondary'}>{manages ? words : '—'}</Typography>;
}

interface FlagInputProps {
  source: string;
  label: string;
  /** The bit mask of the flag. */
  flag: number;
}

/** Switch for one bit of a mask; keeps the other bits. */
function FlagInput({ source, label, flag }: FlagInputProps) {
  const flags: unknown = useWatch({ name: useWrappedSource(source) });
  const mask = typeof flags === 'number' ? flags : 0;
  return (
    <BooleanInput
      source={source}
      label={label}
      helperText={false}
      defaultValue={0}
      format={() => (mask & flag) !== 0}
      parse={(isOn: boolean) => (isOn ? mask | flag : mask & ~flag)}
    />
  );
}

/**
 * Entities of a new user. Required for users who may only create users in their own tree (design 4), so the first row
 * is there already.
 */
export function MembershipsInput(props: FieldProps) {
  const viewer = useSession()?.user;
  if (!viewer) return null;
  const isNeeded = makesOnlyMembers(viewer);
  const { label, property } = props.field;
  const missing = `Missing required field: ${label}. Users you create must belong to one of your entities.`;
  const flags = fieldsOf(property.items ?? {}, props.field.name).find(({ name }) => name === 'flags');
  return (
    <ArrayInput
      {...inputProps(props)}
      {...(isNeeded ? { defaultValue: [{}], validate: required(missing) } : {})}
      isRequired={isNeeded}
    >
      <SimpleFormIterator inline fullWidth disableClear disableReordering addButton={<AddRow fields={[]} />}>
        <OrganizationPicker
          source="entity"
          label="Entity"
          validate={required(isNeeded ? missing : 'Missing required field: Entity')}
        />
        {flags ? <MemberFlagsInput field={flags} source="flags" /> : null}
      </SimpleFormIterator>
    </ArrayInput>
  );
}

const makesOnlyMembers = ({ roles }: User) => roles.includes('AGENCY_ADMIN') && !roles.includes('ADMIN');

/** The only member flag that the spec names (spec 6). */
const manageMembers = 1;

export function MemberFlagsInput({ source }: FieldProps) {
  return <FlagInput source={source} flag={manageMembers} label="Can manage members" />;
}

/** List cell with the member's flag in words. */
export function MemberFlags({ source }: FieldProps) {
  const flags = useFieldValue(source);
  const manages = typeof flags === 'number' && (flags & manageMembers) !== 0;
  return <Typography color={manages ? undefined : 'text.secondary'}>{manages ? 'Can manage members' : '—'}</Typography>;
}
