import type { PipelineStage } from 'mongoose';
import { model, type ResourceName, resource, uniqueIndexes } from './model.ts';

/** The maximum number of duplicates reported per index. */
const maxReported = 10;

/**
 * Finds duplicates that violate a unique index (`x-store.unique`) of a resource. Returns one line per duplicated value,
 * with the ids of its documents.
 */
export async function findDuplicates(name: ResourceName): Promise<string[]> {
  const { path, fields } = resource(name);
  const lines: string[] = [];
  for (const { unique, given } of uniqueIndexes(resource(name))) {
    const lists = fields.filter(({ name: field, kind }) => kind === 'list' && unique.includes(field));
    const stages: PipelineStage[] = [
      { $match: given },
      ...lists.map((field): PipelineStage => ({ $unwind: `$${field.name}` })),
      { $group: { _id: unique.map((field) => `$${field}`), ids: { $addToSet: '$_id' } } },
      { $match: { 'ids.1': { $exists: true } } },
      { $limit: maxReported },
    ];
    const found = await model(name)
      .aggregate<{ _id: unknown[]; ids: unknown[] }>(stages)
      .option({ allowDiskUse: true });
    const reported = new Set(
      found.map(({ _id, ids }) => {
        const idList = ids.slice(0, maxReported).map(String).sort().join(', ');
        // Values of a list field (treeScope) are left out of the line, and the Set merges what is then equal: a
        // duplicate below one node is a duplicate below each of its ancestors.
        const values = unique.flatMap((field, index) =>
          lists.some((each) => each.name === field) ? [] : [JSON.stringify(_id[index])],
        );
        return `${path}: ${ids.length} documents have the same ${unique.join(', ')} (${[...values, idList].join(': ')})`;
      }),
    );
    lines.push(...reported);
  }
  return lines;
}
