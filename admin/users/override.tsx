import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { Override } from '../generate/override.ts';
import { EmailAddresses } from './EmailAddresses.tsx';
import { GuildCell } from './GuildCell.tsx';
import { GuildFlags } from './guild-flags.tsx';
import { Memberships } from './Memberships.tsx';
import { MembershipsInput } from './MembershipsInput.tsx';
import { EmailInput, GuildInput, GuildRightsInput, InactiveInput, RolesInput } from './restricted-inputs.tsx';
import { SignInAs } from './SignInAs.tsx';
import { SignInMethods } from './SignInMethods.tsx';
import { WelcomeButton } from './WelcomeButton.tsx';

export const users: Override<'User'> = {
  icon: PeopleOutlined,
  cells: { guild: GuildCell, guildFlags: GuildFlags },
  inputs: {
    email: EmailInput,
    roles: RolesInput,
    inactive: InactiveInput,
    guild: GuildInput,
    guildFlags: GuildRightsInput,
    memberships: MembershipsInput,
  },
  actions: () => (
    <>
      <SignInAs />
      <WelcomeButton />
    </>
  ),
  below: () => (
    <>
      <EmailAddresses />
      <Memberships />
      <SignInMethods />
    </>
  ),
  bulk: [
    { label: 'Deactivate', done: 'deactivated', change: { inactive: true } },
    { label: 'Activate', done: 'activated', change: { inactive: false } },
  ],
};
