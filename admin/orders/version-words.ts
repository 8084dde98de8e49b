import { Order } from '#schemas/generated/registry.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';

/** What a version's patch touches, in words: 'changed the status (was Draft), the form data'. Tests change nothing. */
export function changedBy(patch: OrderVersion['patch']): string {
  const touched = new Map<string, string>();
  for (const operation of patch) {
    if (operation.op === 'test') continue;
    const name = operation.path.split('/')[1] ?? '';
    // What the server sets along with a change goes without saying.
    if (Order.properties[name]?.readOnly) continue;
    if (!touched.has(name)) touched.set(name, wordsFor(name, 'value' in operation ? operation.value : undefined));
  }
  return touched.size === 0 ? 'saved it again' : `changed ${[...touched.values()].join(', ')}`;
}

/** The patch leads back, so the value in it is the one before. */
function wordsFor(name: string, before: unknown): string {
  const label = (Order.properties[name]?.title ?? labelOf(name)).toLowerCase();
  return name === 'status' && typeof before === 'string' ? `the status (was ${labelOf(before)})` : `the ${label}`;
}
