import { model, type ResourceName, resource } from '../store/model.ts';

/** Where the indexes of a collection are not those of its schema. */
export interface IndexDrift {
  /** What it lacks: fields with their directions. */
  missing: string[];
  /** The names of those that no schema asks for. */
  undeclared: string[];
}

/** Which indexes of a resource's schema its collection lacks, and which it has that no schema asks for. */
export async function indexDriftOf(name: ResourceName): Promise<IndexDrift> {
  const { toCreate, toDrop } = await model(name).diffIndexes();
  return { missing: toCreate.map((keys) => JSON.stringify(keys)), undeclared: toDrop };
}

/** The same as a line each, with what to do. */
export async function indexDrift(name: ResourceName): Promise<string[]> {
  const { path } = resource(name);
  const { missing, undeclared } = await indexDriftOf(name);
  return [
    ...missing.map((keys) => `${path}: no index on ${keys}: start the product to make it`),
    ...undeclared.map(
      (index) => `${path}: the index ${index} is in no schema: drop it, or declare the query that it serves`,
    ),
  ];
}
