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
