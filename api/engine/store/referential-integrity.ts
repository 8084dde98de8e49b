import { type ClientSession, mongo } from 'mongoose';
import { invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';
import { isResourceName, resource } from './model.ts';
import { lockAgainstDeletion, oneLock, referenceLocks } from './reference-locks.ts';
import type { Reference } from './reference-paths.ts';

/**
 * Referential integrity: checks at the end of a transaction that the records its writes reference still exist, and
 * locks against their concurrent deletion. Inserts documents into the collection of the locks by the same command. Throws
 * DATABASE_VALIDATION_ERROR for a dangling reference, and MongoServerError for a duplicate key.
 */
export async function assertReferencesStillExist(
  references: Reference[],
  session: ClientSession,
  added?: mongo.Document[],
): Promise<void> {
  if (references.length === 0 || !(await lockAgainstDeletion(session, added))) return;
  const missing = await missingAmong(references, session);
  if (missing.length > 0) throw invalidRecord(missing);
}

/** The references without a record, found with one query for all types. */
async function missingAmong(references: Reference[], session: ClientSession): Promise<Problem[]> {
  const types = [...new Set(references.map(({ type }) => type))].filter(isResourceName);
  const idsOf = (type: string) =>
    references.filter((each) => each.type === type).map(({ id }) => new mongo.ObjectId(id));
  const found = await referenceLocks()
    .aggregate<Record<string, { _id: mongo.ObjectId }[]>>(
      [
        { $match: oneLock },
        ...types.map((type) => ({
          $lookup: {
            from: resource(type).path,
            pipeline: [{ $match: { _id: { $in: idsOf(type) } } }, { $project: { _id: 1 } }],
            as: type,
          },
        })),
      ],
      { session },
    )
    .next();
  const existing = new Set(types.flatMap((type) => found?.[type]?.map(({ _id }) => `${type} ${_id}`) ?? []));
  return references.filter(({ type, id }) => !existing.has(`${type} ${id}`)).map(danglingReferenceProblem);
}

/** The validation problem of a dangling reference. */
export const danglingReferenceProblem = ({ type, id, path }: Reference): Problem => ({
  path,
  value: id,
  message: `No ${type} has this id`,
});
