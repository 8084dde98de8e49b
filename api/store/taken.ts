import { mongo } from 'mongoose';
import { schemas } from '#schemas/generated/registry.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { ResourceName } from './model.ts';

/** Makes of the database's own refusal of what must be unique and is not the one that the catalogue has (design 3). */
export const takenFor =
  (name: ResourceName) =>
  (error: unknown): never => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    const paths = Object.keys(error.keyPattern ?? {});
    const { properties } = schemas[name];
    // Where a record stands follows from what a person does set.
    const set = paths.filter((path) => !properties[path.split('.')[0] ?? '']?.readOnly);
    const told = set.length > 0 ? set : paths;
    const fields = told.map((path) => ({ path: `/${path.replaceAll('.', '/')}`, message: 'Is taken already' }));
    throw new ApiError('RESOURCE_CONFLICT', {
      reason: `Another ${name} has the same ${told.join(', ')}`,
      details: { resourceType: name, resourceId: null, fields },
      cause: error,
    });
  };
