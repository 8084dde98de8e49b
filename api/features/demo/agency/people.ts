import type { EntityMember, Invitation, User } from '#schemas/generated/types.ts';
import type { DemoEntity } from './entities.ts';
import { guildId } from './guilds.ts';
import { demoId } from './seeded.ts';

interface Person {
  name: string;
  /** Local part of the address, before @example.com. */
  mailbox: string;
  roles?: User['roles'];
  /** Slugs of the entities that the person is a member of. */
  entities?: string[];
  /** Whether the person manages the members of those entities. */
  manages?: boolean;
  inactive?: boolean;
  /** `guildFlags` of a guild member. */
  guildFlags?: number;
}

/** All users except the administrator of ADMIN_EMAIL, who is the 25th. */
const people: Person[] = [
  { name: 'Dev Okafor', mailbox: 'developer', roles: ['DEVELOPER'] },
  agencyAdmin('Avery Lindqvist', 'agency.admin', 'harborlight'),
  agencyAdmin('Marisol Vega', 'marisol.vega', 'harborlight-east'),
  agencyAdmin('Tom Brandt', 'tom.brandt', 'harborlight-midwest'),
  agencyAdmin('Priya Nair', 'priya.nair', 'copperfield'),
  agencyAdmin('Jonas Weller', 'jonas.weller', 'bluestem'),
  agencyUser('Riley Chen', 'agency.user', 'harborlight-boston'),
  agencyUser('Grace Donnelly', 'grace.donnelly', 'harborlight-boston'),
  agencyUser('Omar Haddad', 'omar.haddad', 'harborlight-boston'),
  agencyUser('Nina Petrov', 'nina.petrov', 'harborlight-providence'),
  agencyUser('Luis Ortega', 'luis.ortega', 'harborlight-providence'),
  agencyUser('Hannah Kowalski', 'hannah.kowalski', 'harborlight-chicago'),
  agencyUser('Darnell Price', 'darnell.price', 'harborlight-chicago'),
  agencyUser('Ellie Tran', 'ellie.tran', 'harborlight-midwest'),
  agencyUser('Sam Whitaker', 'sam.whitaker', 'copperfield-austin'),
  agencyUser('Carmen Diaz', 'carmen.diaz', 'copperfield-austin'),
  agencyUser('Pete Morrow', 'pete.morrow', 'copperfield-san-antonio'),
  agencyUser('Aiko Sato', 'aiko.sato', 'bluestem-denver'),
  agencyUser('Ben Calloway', 'ben.calloway', 'bluestem-boulder'),
  {
    name: 'Zoe Marchetti',
    mailbox: 'two.agencies',
    roles: ['AGENCY_USER'],
    entities: ['copperfield-austin', 'bluestem'],
  },
  { name: 'Mel Sharma', mailbox: 'member', entities: ['harborlight-boston'], guildFlags: 0 },
  { name: 'Kit Rosen', mailbox: 'guild.manager', guildFlags: 1 },
  { ...agencyUser('Walt Emerson', 'former.user', 'harborlight-boston'), inactive: true },
  { name: 'Nico Bauer', mailbox: 'newcomer' },
];

function agencyAdmin(name: string, mailbox: string, entity: string): Person {
  return { name, mailbox, roles: ['AGENCY_ADMIN'], entities: [entity], manages: true };
}

function agencyUser(name: string, mailbox: string, entity: string): Person {
  return { name, mailbox, roles: ['AGENCY_USER'], entities: [entity] };
}

/** A pending invitation. */
const invited = { mailbox: 'newcomer', by: 'agency.admin', to: 'harborlight-boston' };

export type DemoUser = Omit<User, 'revision' | 'isWithinReach' | 'proxiedBy'>;
type DemoInvitation = Pick<Invitation, 'id' | 'entity' | 'address' | 'flags' | 'by' | 'treeScope'>;
export type DemoMember = Pick<EntityMember, 'id' | 'entity' | 'user' | 'flags'>;

interface DemoPeople {
  users: DemoUser[];
  members: DemoMember[];
  invitations: DemoInvitation[];
}

/** Generates the demo users who joined at `joined`, with memberships and the pending invitation. */
export function demoPeople(entities: DemoEntity[], joined: Date): DemoPeople {
  const bySlug = new Map(entities.map((entity) => [entity.slug, entity]));
  const at = joined.toISOString();
  const resolved = people.map((person) => ({
    person,
    user: demoId('user', person.mailbox),
    places: (person.entities ?? []).flatMap((slug) => bySlug.get(slug) ?? []),
  }));
  return {
    users: resolved.map(({ person, user, places }) => userOf({ ...person, id: user, at, places })),
    members: resolved.flatMap(({ person, user, places }) =>
      places.map(({ id, slug, treeScope }) => ({
        id: demoId('member', `${person.mailbox}/${slug}`),
        entity: id,
        user,
        flags: person.manages ? 1 : 0,
        treeScope,
      })),
    ),
    invitations: [bySlug.get(invited.to)].flatMap((to) => (to ? [invitationTo(to)] : [])),
  };
}

const invitationTo = ({ id, treeScope }: DemoEntity): DemoInvitation => ({
  id: demoId('invitation', invited.mailbox),
  entity: id,
  address: `${invited.mailbox}@example.com`,
  flags: 0,
  by: demoId('user', invited.by),
  treeScope,
});

function userOf(person: Person & { id: string; at: string; places: DemoEntity[] }): DemoUser {
  const { id, name, mailbox, roles = [], inactive = false, guildFlags, at, places } = person;
  const address = `${mailbox}@example.com`;
  return {
    id,
    name,
    email: address,
    noticesOff: [],
    emailAddresses: [
      {
        id: demoId('address', mailbox),
        revision: 1,
        address,
        primary: true,
        verified: true,
        verifiedAt: at,
        verifySentAt: null,
        createdAt: at,
        updatedAt: at,
      },
    ],
    verifiedAddresses: [address],
    authProviders: [
      { id: demoId('provider', mailbox), revision: 1, type: 'MAGIC', key: address, createdAt: at, updatedAt: at },
    ],
    roles,
    inactive,
    guild: guildFlags === undefined ? null : guildId,
    guildFlags: guildFlags ?? 0,
    treeScope: [...new Set(places.flatMap(({ treeScope }) => treeScope))],
    createdAt: at,
    updatedAt: at,
  };
}
