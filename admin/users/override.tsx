import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import { MetadataLinks } from '../access/PermissionsLink.tsx';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import {
  EmailInput,
  GuildCell,
  GuildFlags,
  GuildInput,
  GuildRightsInput,
  InactiveInput,
  MembershipsInput,
  NameInput,
  RolesInput,
} from './restricted-inputs.tsx';

/** Lazy: loaded with the first user page. */
const UserParts = lazyComponent(async () => (await import('./UserChildRecords.tsx')).UserChildRecords);

const UserActions = lazyComponent(async () => (await import('./UserActions.tsx')).UserActions);

export const users: Override<'User'> = {
  icon: PeopleOutlined,
  cells: { guild: GuildCell, guildFlags: GuildFlags },
  inputs: {
    name: NameInput,
    email: EmailInput,
    roles: RolesInput,
    inactive: InactiveInput,
    guild: GuildInput,
    guildFlags: GuildRightsInput,
    memberships: MembershipsInput,
  },
  actions: UserActions,
  metadataLinks: MetadataLinks,
  below: UserParts,
  bulk: [
    { label: 'Deactivate', done: 'deactivated', change: { inactive: true } },
    { label: 'Activate', done: 'activated', change: { inactive: false } },
  ],
};
