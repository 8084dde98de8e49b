import type { PipelineStage } from 'mongoose';
import { model, type ResourceName, resource, uniqueIndexes } from './model.ts';

/** So many doubles of one index are named. */
const most = 10;

/** Which records of a resource have what no two may have the same (x-store.unique): a line for each value, with their ids. */
export async function doublesOf(name: ResourceName): Promise<string[]> {
  const { path, fields } = resource(name);
  const lines: string[] = [];
  for (const { unique, given } of uniqueIndexes(resource(name))) {
    const lists = fields.filter(({ name: field, kind }) => kind === 'list' && unique.includes(field));
    const stages: PipelineStage[] = [
      { $match: given },
      ...lists.map((field): PipelineStage => ({ $unwind: `$${field.name}` })),
      { $group: { _id: unique.map((field) => `$${field}`), ids: { $addToSet: '$_id' } } },
      { $match: { 'ids.1': { $exists: true } } },
      { $limit: most },
    ];
    const found = await model(name)
      .aggregate<{ _id: unknown[]; ids: unknown[] }>(stages)
      .option({ allowDiskUse: true });
    const told = new Set(
      found.map(({ _id, ids }) => {
        const named = ids.slice(0, most).map(String).sort().join(', ');
        // Where a record stands has a line to the top of the tree: each of its places is as double as the others.
        const values = unique.flatMap((field, index) =>
          lists.some((each) => each.name === field) ? [] : [JSON.stringify(_id[index])],
        );
        return `${path}: ${ids.length} documents have the same ${unique.join(', ')} (${[...values, named].join(': ')})`;
      }),
    );
    lines.push(...told);
  }
  return lines;
}
