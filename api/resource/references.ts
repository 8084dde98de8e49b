import { schemas } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isPart } from '#schemas/resource/resource.ts';
import { conditionOf } from '../access/ability.ts';
import type { Viewer } from '../access/viewer.ts';
import { ApiError, type Problem, unfit } from '../errors/catalogue.ts';
import { isResourceName, model, type ResourceName } from './model.ts';

interface Found {
  type: string;
  id: string;
  path: string;
}

/** Every reference that a value holds, with the place of each. */
function referencesIn(property: Property, value: unknown, path: string): Found[] {
  if (value === null || value === undefined) return [];
  if (property['x-ref'] && typeof value === 'string') return [{ type: property['x-ref'], id: value, path }];
  if (property.items && Array.isArray(value)) {
    const { items } = property;
    return value.flatMap((item: unknown, index) => referencesIn(items, item, `${path}/${index}`));
  }
  if (property.properties && typeof value === 'object') {
    return Object.entries(property.properties).flatMap(([name, each]) =>
      referencesIn(each, Reflect.get(value, name), `${path}/${name}`),
    );
  }
  return [];
}

/**
 * Throws DATABASE_VALIDATION_ERROR for every reference among `changes` that names nothing the viewer may read: what
 * may not be read must not be told from what does not exist. One query for each type.
 */
export async function assertReferencesExist(viewer: Viewer, name: ResourceName, changes: object): Promise<void> {
  const { properties } = schemas[name];
  const found = Object.entries(changes).flatMap(([field, value]) => {
    const property = properties[field];
    return property && !property.readOnly ? referencesIn(property, value, `/${field}`) : [];
  });
  const problems = await Promise.all(
    [...new Set(found.map(({ type }) => type))].map((type) =>
      missingOf(
        viewer,
        type,
        found.filter((each) => each.type === type),
      ),
    ),
  );
  if (problems.some((each) => each.length > 0)) throw unfit(problems.flat());
}

async function missingOf(viewer: Viewer, type: string, found: Found[]): Promise<Problem[]> {
  const condition = conditionOf(viewer.ability, 'read', type);
  const ids = [...new Set(found.map(({ id }) => id))];
  const existing =
    condition && isResourceName(type)
      ? await model(type)
          .find({ $and: [{ _id: { $in: ids } }, condition] }, { _id: 1 })
          .lean()
      : [];
  const known = new Set(existing.map(({ _id }) => String(_id)));
  return found
    .filter(({ id }) => !known.has(id))
    .map(({ id, path }) => ({ path, value: id, message: `No ${type} has this id` }));
}

/** Throws RESOURCE_INOPERABLE when other records refer to this one; the details say how many of what (design 3). */
export async function assertUnreferenced(
  type: ResourceName,
  id: string,
  parts: { name: ResourceName; field: string }[],
): Promise<void> {
  const goesAlong = (title: string, path: string) => parts.some(({ name, field }) => name === title && field === path);
  const collections = Object.values(schemas).filter((schema) => !isPart(schema));
  const referring = collections.flatMap((schema) =>
    pathsTo(type, schema.properties, '').map((path) => ({ title: schema.title, path })),
  );
  const counts: Record<string, number> = {};
  await Promise.all(
    referring.map(async ({ title, path }) => {
      if (!isResourceName(title) || path === 'treeScope' || goesAlong(title, path)) return;
      const count = await model(title).countDocuments({ [path]: id }, { limit: 1_000 });
      if (count > 0) counts[title] = (counts[title] ?? 0) + count;
    }),
  );
  if (Object.keys(counts).length === 0) return;
  const listed = Object.entries(counts)
    .map(([title, count]) => `${count} ${title}`)
    .join(', ');
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: `Others refer to this ${type}: ${listed}`,
    details: { resourceType: type, resourceId: id, referredBy: counts },
  });
}

function pathsTo(type: string, properties: Record<string, Property>, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const inner = property.items ?? property;
    if (property['x-ref'] === type || inner['x-ref'] === type) return [path];
    return pathsTo(type, inner.properties ?? {}, `${path}.`);
  });
}
