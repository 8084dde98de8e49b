import { model, type ResourceName, resource } from '../store/model.ts';

/** Says which indexes of a resource's schema its collection lacks, and which it has that no schema asks for; a line each. */
export async function indexDrift(name: ResourceName): Promise<string[]> {
  const { path } = resource(name);
  const { toCreate, toDrop } = await model(name).diffIndexes();
  return [
    ...toCreate.map((keys) => `${path}: no index on ${JSON.stringify(keys)}: start the product to make it`),
    ...toDrop.map(
      (index) => `${path}: the index ${index} is in no schema: drop it, or declare the query that it serves`,
    ),
  ];
}
