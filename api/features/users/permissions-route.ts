import type { FastifyInstance } from 'fastify';
import type { AccessExplanation, GrantOrigin, NamedRef } from '#schemas/access/access-explanation.ts';
import { actionLabels, principalLabels, scopeLabels } from '#schemas/access/access-labels.ts';
import { explainAccess } from '#schemas/access/product-access.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Product, User } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { explainRights } from '../../engine/access/explain-rights.ts';
import { type RightOrigin, type Rights, rightsOf } from '../../engine/access/rights.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { hasRole, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { readCacheVersions } from '../../engine/store/cache-versions.ts';
import { isResourceName, type ResourceName } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

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

interface ExplanationRequest {
  id: string;
  types: readonly ResourceName[];
  record?: string | undefined;
}

/**
 * Explains a user's permissions (effective access), per type or for one record. The viewer must be able to read the
 * user and the record; sources that the viewer may not read are left out.
 */
async function explainPermissions(
  viewer: Viewer,
  { id, types, record: recordId }: ExplanationRequest,
): Promise<AccessExplanation> {
  const user = await loadReadable(viewer, 'User', id);
  const rights = await rightsOf(user.id, await readCacheVersions([user.id]));
  const [type] = types;
  const product = recordId && type === 'Product' ? await loadReadable(viewer, type, recordId) : null;
  const record = product ?? (recordId && type ? await loadReadable(viewer, type, recordId) : null);
  const verdicts = types.map((each) => ({ type: each, actions: explainRights({ user, rights, type: each, record }) }));
  const readableOrigin = await originReader(viewer, rights, user);
  return {
    user: { id: user.id, name: user.name, inactive: user.inactive },
    rights: verdicts.map(({ actions, ...each }) => ({
      ...each,
      actions: actions.map((verdict) => ({
        ...verdict,
        ways: verdict.ways.map((way) => ({ ...way, from: way.from.flatMap(readableOrigin) })),
      })),
    })),
    ...(product ? { product: await whyOpen(viewer, { product, user, rights }) } : {}),
  };
}

/** Resolves the names of the entities and the guild that permissions come from, where the viewer may read them. */
async function originReader(viewer: Viewer, { memberships }: Rights, { guild }: User) {
  const entities = await readableNames(
    viewer,
    'Entity',
    memberships.map(({ entity }) => entity),
  );
  const guilds = await readableNames(viewer, 'Guild', guild === null ? [] : [guild]);
  return (origin: RightOrigin): GrantOrigin[] => {
    if (origin.kind === 'role') return [{ kind: 'role', role: origin.role }];
    if (origin.kind === 'membership') {
      const entity = entities.get(origin.entity);
      return entity ? [{ kind: 'membership', entity, flags: origin.flags }] : [];
    }
    if (origin.kind === 'guild') {
      const found = guilds.get(origin.guild);
      return found ? [{ kind: 'guild', guild: found, flags: origin.flags }] : [];
    }
    return [{ kind: origin.kind }];
  };
}

async function readableNames(viewer: Viewer, type: 'Entity' | 'Guild', ids: string[]): Promise<Map<string, NamedRef>> {
  const readable = conditionOf(viewer.ability, 'read', type);
  if (!readable || ids.length === 0) return new Map();
  const found = await storeOf(type).find({ filter: { $and: [{ _id: { $in: ids } }, readable] }, only: ['name'] });
  return new Map(found.map(({ id, name }) => [id, { id, name }]));
}

/**
 * Why a product is open or closed to the user. The subject of a rule is shown only to those who may read rules (design
 * 4).
 */
async function whyOpen(
  viewer: Viewer,
  context: { product: Product; user: User; rights: Rights },
): Promise<AccessExplanation['product']> {
  const { product, user, rights } = context;
  const line = await lineOf(product);
  const byId = new Map(line.map((each) => [each.id, each]));
  const entities = [...new Set(rights.memberships.flatMap(({ treeScope }) => treeScope))];
  const { isAllowed, product: by, rule } = explainAccess(product, byId, { user: user.id, entities });
  const deciding = byId.get(by ?? '');
  const seesRules = hasRole(viewer, 'ADMIN', 'DEVELOPER');
  const named = rule && seesRules ? { refType: rule.refType, refId: rule.refId } : {};
  return {
    isOpen: isAllowed,
    by: deciding ? { id: deciding.id, name: deciding.name } : null,
    availability: deciding?.availability ?? product.availability,
    rule: rule && { rule: rule.rule, priority: rule.priority, ...named },
  };
}

/** A product and its ancestors. */
async function lineOf(product: Product): Promise<Product[]> {
  const line = [product];
  for (let each: Product | null = product; each?.parent; ) {
    if (line.some(({ id }, index) => index > 0 && id === each?.parent)) break;
    each = await storeOf('Product').findOne({ _id: each.parent });
    if (each) line.push(each);
  }
  return line;
}
