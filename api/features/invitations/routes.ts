import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertAbility } from '../../engine/access/viewer.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { acceptInvitation, declineInvitation, openInvitationsOf } from './own-invitations.ts';

interface ById {
  Params: { id: string };
}

/** Routes for the invited user; inviters use the routes below the entity. */
export async function invitationRoutes(app: FastifyInstance): Promise<void> {
  const schema = { params: idParams('id') };
  app.get('/api/invitations', { config: { documentation: own } }, async (request) => {
    const viewer = signedIn(request);
    // Invitations belong to one's own account.
    assertAbility(viewer, 'read', 'User');
    return openInvitationsOf(viewer);
  });

  app.post<ById>('/api/invitations/:id/accept', { schema, config: { documentation: accepted } }, async (request) => {
    const viewer = signedIn(request);
    return toResponse(resource('EntityMember'), await acceptInvitation(viewer, request.params.id), viewer);
  });

  app.post<ById>('/api/invitations/:id/decline', { schema, config: { documentation: declined } }, async (request) => {
    await declineInvitation(signedIn(request), request.params.id);
    return { declined: true };
  });
}

const named = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
};

const own: Documentation = {
  summary: 'List your invitations',
  description: 'Returns the invitations to the verified addresses of the caller.',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        entity: named,
        by: named,
        flags: { type: 'integer' },
        expires: { type: 'string', format: 'date-time' },
        roles: {
          type: 'array',
          items: { type: 'string' },
          description: 'The roles that the caller gets by accepting it.',
        },
      },
      required: ['id', 'entity', 'by', 'flags', 'expires', 'roles'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY'],
};

const accepted: Documentation = {
  summary: 'Accept an Invitation',
  description:
    'Requires a session of the user whose verified address was invited. Works once, and only while the inviting user could still create that membership. If the invitation came with a new account, its roles are added to the own one, unless it has rights that the inviting user lacks.',
  answer: schemaRef('EntityMember'),
  errors: ['RESOURCE_NOT_FOUND', 'REQUEST_DENIED', 'RESOURCE_INOPERABLE'],
};

const declined: Documentation = {
  summary: 'Decline an Invitation',
  description: 'The invitation is not shown again. The inviting user is not notified.',
  answer: {
    type: 'object',
    properties: { declined: { type: 'boolean' } },
    required: ['declined'],
    additionalProperties: false,
  },
  errors: ['RESOURCE_NOT_FOUND', 'REQUEST_DENIED'],
};
