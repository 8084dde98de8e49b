import { type AccessKeys, accessKeysOf } from '#schemas/access/product-access.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Product } from '#schemas/generated/types.ts';
import { hasRole } from '../../engine/access/viewer.ts';
import type { PartDeclaration } from '../../engine/resource/records/records.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRecord, missingAbility } from '../../platform/errors/catalogue.ts';

/** Hooks of a product's access rules: the user or entity that a rule names must exist (design 4). */
export const accessRules: PartDeclaration<'AccessRule'> = {
  async beforeRead(viewer) {
    if (!hasRole(viewer, 'ADMIN', 'DEVELOPER')) throw missingAbility('read', 'AccessRule');
  },
  async beforeWrite({ current, changes }) {
    const refType = changes.refType ?? current?.refType;
    const refId = changes.refId ?? current?.refId;
    const isNamed = changes.refType !== undefined || changes.refId !== undefined;
    if (isNamed && refType && refId) await assertThere(refType, refId);
    return changes;
  },
};

async function assertThere(refType: 'user' | 'entity', id: string): Promise<void> {
  const name = refType === 'user' ? 'User' : 'Entity';
  if ((await storeOf(name).count({ _id: id }, 1)) > 0) return;
  throw invalidRecord([{ path: '/refId', value: id, message: `No ${name} has this id` }]);
}

const accessFields = ['parent', 'availability', 'accessRules'] as const;

/**
 * Updates the computed access keys (open to, closed to) of a product and of its descendants, which inherit closures
 * (design 4). Call it in the transaction of the write; `before` is null for a new product.
 */
export async function updateAccessKeys(product: Product, before: Product | null): Promise<void> {
  if (before && accessFields.every((field) => isEqual(product[field], before[field]))) return;
  // Lock the parent, because a concurrent change of it also updates this product.
  const parentProduct = product.parent === null ? null : await storeOf('Product').lockForUpdate(product.parent);
  const updates = new Map<string, { keys: AccessKeys; ids: string[] }>();
  const closedBelow = new Map<string, AccessKeys['closedTo']>();
  let level = [{ product, closed: parentProduct?.closedTo ?? [] }];
  while (level.length > 0) {
    for (const { product: each, closed } of level) {
      const keys = accessKeysOf(each, closed);
      const text = JSON.stringify(keys);
      const group = updates.get(text) ?? { keys, ids: [] };
      group.ids.push(each.id);
      updates.set(text, group);
      closedBelow.set(each.id, keys.closedTo);
    }
    const filter = { parent: { $in: level.map((each) => each.product.id) } };
    const children = await storeOf('Product').find({ filter, only: [...accessFields] });
    const others = children.filter(({ id }) => !closedBelow.has(id));
    level = others.map((each) => ({ product: each, closed: closedBelow.get(each.parent ?? '') ?? [] }));
  }
  for (const { keys, ids } of updates.values())
    await storeOf('Product').updateDerived({ _id: { $in: ids } }, { $set: keys });
}
