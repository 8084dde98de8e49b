import { mongo, type PipelineStage } from 'mongoose';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { model, type ResourceName, resource, storedNames, uniqueIndexes } from './model.ts';
import { createReferenceLocks } from './reference-locks.ts';

/**
 * Creates every missing index, one collection at a time, and the documents of the reference locks. Throws StartFailure
 * with the ids of duplicate records when a unique index cannot be built.
 */
export async function createIndexes(): Promise<void> {
  await Promise.all([createReferenceLocks(), ...storedNames.map(createIndexesOf)]);
}

async function createIndexesOf(name: ResourceName): Promise<void> {
  try {
    await model(name).createIndexes();
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    const duplicates = await findDuplicates(name);
    const remedy = 'Change or delete all but one of each. npm run generate -- --check --database lists them, too.';
    throw new StartFailure(`${duplicates.join('\n')}\n${remedy}`);
  }
}

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
