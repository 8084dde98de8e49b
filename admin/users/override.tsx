import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import { MetadataLinks } from '../access/PermissionsLink.tsx';
import { lazyComponent, lazyInput } from '../frame/lazy-component.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

/** Lazy: loaded with the first user page. */
const UserParts = lazyComponent(async () => (await import('./UserChildRecords.tsx')).UserChildRecords);

const UserActions = lazyComponent(async () => (await import('./UserActions.tsx')).UserActions);

type InputName = Exclude<keyof typeof import('./restricted-inputs.tsx'), 'MemberFlags' | 'MemberFlagsInput'>;

const load = (name: InputName) => async () => (await import('./restricted-inputs.tsx'))[name];
const input = (name: InputName) => lazyInput<FieldProps>(load(name));
const cell = (name: InputName) => lazyComponent<FieldProps>(load(name));

export const users: Override<'User'> = {
  icon: PeopleOutlined,
  cells: { guild: cell('GuildCell'), guildFlags: cell('GuildFlags') },
  inputs: {
    name: input('NameInput'),
    email: input('EmailInput'),
    roles: input('RolesInput'),
    inactive: input('InactiveInput'),
    guild: input('GuildInput'),
    guildFlags: input('GuildRightsInput'),
    memberships: input('MembershipsInput'),
  },
  actions: UserActions,
  metadataLinks: MetadataLinks,
  below: UserParts,
  // Shown among the sign-in methods.
  children: { Passkey: () => null },
  bulk: [
    { label: 'Deactivate', done: 'deactivated', change: { inactive: true } },
    { label: 'Activate', done: 'activated', change: { inactive: false } },
  ],
};
