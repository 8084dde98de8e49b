import { mayGive } from '#schemas/access/rank.ts';
import type { EntityMember, Invitation, User } from '#schemas/generated/types.ts';
import { assertInPerson } from '../access/actor.ts';
import { assertFreshSignIn } from '../access/fresh-sign-in.ts';
import { may, type Viewer, viewerNow } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { now } from '../clock/clock.ts';
import { holdOrganization } from '../entities/client-entity.ts';
import { placeUser } from '../entities/scope.ts';
import { ApiError, notFound } from '../errors/catalogue.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** An invitation as the invited person sees it. */
export interface OwnInvitation extends Pick<Invitation, 'id' | 'flags' | 'expires'> {
  entity: { id: string; name: string };
  by: { id: string; name: string };
}

/** What the viewer is invited to: by an address that is proved to be theirs, and nobody else's. */
const waitingFor = ({ user }: Viewer) => ({
  address: { $in: user.verifiedAddresses },
  expires: { $gt: now() },
  declined: false,
});

/** The viewer's open invitations, newest first. */
export async function invitationsOf(viewer: Viewer): Promise<OwnInvitation[]> {
  const found = await store('Invitation').find({ filter: waitingFor(viewer), sort: ['-createdAt'] });
  const entities = await namesOf(
    'Entity',
    found.map(({ entity }) => entity),
  );
  const users = await namesOf(
    'User',
    found.map(({ by }) => by),
  );
  const named = (names: Map<string, string>, id: string) => ({ id, name: names.get(id) ?? '' });
  return found.map(({ id, entity, by, flags, expires }) => ({
    id,
    entity: named(entities, entity),
    by: named(users, by),
    flags,
    expires,
  }));
}

/** Names are read along the line (design 3): whoever is invited is told by whom and to what. */
async function namesOf(type: 'Entity' | 'User', ids: string[]): Promise<Map<string, string>> {
  const found = await store(type).find({ filter: { _id: { $in: ids } }, only: ['name'] });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/**
 * Makes the viewer the member that an invitation says, once: it is used up in the same transaction. Throws RESOURCE_NOT_FOUND
 * for an invitation of somebody else, and for one that was used, withdrawn or has expired; REQUEST_DENIED where who
 * invited could not make this member any more, since nobody gives a right that they do not hold (design 4).
 */
export async function accept(viewer: Viewer, id: string): Promise<EntityMember> {
  assertFreshSignIn(viewer);
  return await transaction(async () => {
    const invitation = await ownInvitation(viewer, id);
    const entity = await holdOrganization(invitation.entity);
    if (!entity) throw notFound('Invitation', id);
    const wanted = { entity: entity.id, user: viewer.user.id, flags: invitation.flags, treeScope: entity.treeScope };
    await assertGiven(invitation, viewer.user, wanted);
    await useUp(viewer, invitation);
    const is = { user: viewer.user.id, entity: entity.id };
    const there = await store('EntityMember').findOne(is);
    // What somebody is already is not made less, or more, by an old invitation.
    if (there) return there;
    const member = await store('EntityMember').insert(wanted);
    await placeUser(viewer.user.id);
    await recordChange({ viewer, action: 'create', name: 'EntityMember', before: null, after: member });
    return member;
  });
}

/** The person wants it no more. Nobody is told, not even who invited: that would say that somebody has the address. */
export async function decline(viewer: Viewer, id: string): Promise<void> {
  assertInPerson(viewer);
  const { id: known } = await ownInvitation(viewer, id);
  await store('Invitation').rewrite({ _id: known }, { $set: { declined: true } });
}

async function ownInvitation(viewer: Viewer, id: string): Promise<Invitation> {
  const invitation = await store('Invitation').findOne({ _id: id, ...waitingFor(viewer) });
  if (!invitation) throw notFound('Invitation', id);
  return invitation;
}

/**
 * A membership is given by who invited, as of now: that person makes members there still, and holds what the membership gives.
 * Of the roles only AGENCY_ADMIN makes more of it than it is to everybody.
 */
async function assertGiven({ by }: Invitation, user: User, wanted: Partial<EntityMember>): Promise<void> {
  const giver = await viewerNow(by);
  const gives = giver !== null && may(giver, 'create', 'EntityMember', wanted);
  if (gives && (!user.roles.includes('AGENCY_ADMIN') || mayGive(giver.user, 'AGENCY_ADMIN'))) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: 'Who invited you can not give you this any more: ask for a new invitation',
  });
}

async function useUp(viewer: Viewer, invitation: Invitation): Promise<void> {
  const used = await store('Invitation').delete({ _id: invitation.id });
  if (!used) throw notFound('Invitation', invitation.id);
  await recordChange({ viewer, action: 'delete', name: 'Invitation', before: used, after: null });
}
