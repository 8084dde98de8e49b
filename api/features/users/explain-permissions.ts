import type { AccessExplanation, GrantOrigin, NamedRef } from '#schemas/access/access-explanation.ts';
import { explainAccess } from '#schemas/access/product-access.ts';
import type { Product, User } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { explainRights } from '../../engine/access/explain-rights.ts';
import type { RightOrigin, Rights } from '../../engine/access/rights.ts';
import { rightsOf } from '../../engine/access/rights.ts';
import { hasRole, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { readCacheVersions } from '../../engine/store/cache-versions.ts';
import type { ResourceName } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';

interface ExplanationRequest {
  id: string;
  types: readonly ResourceName[];
  record?: string | undefined;
}

/**
 * Explains a user's permissions (effective access), per type or for one record. The viewer must be able to read the
 * user and the record; sources that the viewer may not read are left out.
 */
export async function explainPermissions(
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
