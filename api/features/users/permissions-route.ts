import type { FastifyInstance } from 'fastify';
import { actionLabels, principalLabels, scopeLabels } from '#schemas/access/access-labels.ts';
import { schemas } from '#schemas/generated/registry.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { isResourceName, type ResourceName } from '../../engine/store/model.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { explainPermissions } from './explain-permissions.ts';

/** The resources with access rules. */
const types: ResourceName[] = Object.values(schemas).flatMap(({ title, 'x-access': access }) =>
  access && isResourceName(title) ? [title] : [],
);

const query = {
  type: { type: 'string', enum: types, description: 'The record type. Defaults to all types.' },
  record: { type: 'string', pattern: idPattern, description: 'The id of a record of that type.' },
};

/** GET /api/users/{id}/rights: explains the effective permissions of a user. */
export async function permissionsRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { type?: ResourceName; record?: string } }>(
    '/api/users/:id/rights',
    {
      schema: {
        params: idParams('id'),
        querystring: { type: 'object', properties: query, additionalProperties: false },
      },
      config: { documentation },
    },
    async (request) => {
      const { type, record } = request.query;
      if (record && !type)
        throw invalidRequest('querystring', [{ path: '/type', message: 'Missing required field: type' }]);
      return await explainPermissions(signedIn(request), {
        id: request.params.id,
        types: type ? [type] : types,
        record,
      });
    },
  );
}

const namedRecord = {
  type: ['object', 'null'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
};

const origin = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['signedIn', 'role', 'membership', 'guild', 'accessRules'] },
    role: { type: 'string' },
    entity: namedRecord,
    guild: namedRecord,
    flags: { type: 'integer' },
  },
  required: ['kind'],
  additionalProperties: false,
};

const way = {
  type: 'object',
  properties: {
    principal: { type: 'string', enum: Object.keys(principalLabels) },
    scope: { type: 'string', enum: Object.keys(scopeLabels) },
    isGranted: { type: 'boolean', description: 'Whether the user is the principal.' },
    isInScope: {
      type: ['boolean', 'null'],
      description:
        'Whether the record is in the scope. Without a record null, or false if the scope contains no records.',
    },
    from: {
      type: 'array',
      items: origin,
      description: 'The sources of the grant, as far as the caller can read them.',
    },
  },
  required: ['principal', 'scope', 'isGranted', 'isInScope', 'from'],
  additionalProperties: false,
};

const verdict = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: Object.keys(actionLabels) },
    isAllowed: { type: 'boolean' },
    ways: { type: 'array', items: way },
  },
  required: ['action', 'isAllowed', 'ways'],
  additionalProperties: false,
};

const product = {
  type: 'object',
  properties: {
    isOpen: { type: 'boolean' },
    by: namedRecord,
    availability: { type: 'string' },
    rule: {
      type: ['object', 'null'],
      properties: {
        rule: { type: 'string', enum: ['grant', 'revoke'] },
        priority: { type: 'number' },
        refType: { type: 'string' },
        refId: { type: 'string' },
      },
      required: ['rule', 'priority'],
      additionalProperties: false,
    },
  },
  required: ['isOpen', 'by', 'availability', 'rule'],
  additionalProperties: false,
};

const documentation: Documentation = {
  summary: 'Explain the permissions of a User',
  description:
    'For all records of a type, or for one record: each grant of the permission, whether the user has it, and its source. The state of a record can restrict actions further.',
  tag: 'users',
  query,
  answer: {
    type: 'object',
    properties: {
      user: {
        type: 'object',
        properties: { id: { type: 'string' }, name: { type: 'string' }, inactive: { type: 'boolean' } },
        required: ['id', 'name', 'inactive'],
        additionalProperties: false,
      },
      rights: {
        type: 'array',
        items: {
          type: 'object',
          properties: { type: { type: 'string', enum: types }, actions: { type: 'array', items: verdict } },
          required: ['type', 'actions'],
          additionalProperties: false,
        },
      },
      product,
    },
    required: ['user', 'rights'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};
