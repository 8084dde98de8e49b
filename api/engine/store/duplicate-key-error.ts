import { mongo } from 'mongoose';
import { schemas } from '#schemas/generated/registry.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import type { ResourceName } from './model.ts';

/**
 * Translates MongoDB's duplicate key error of a unique index to RESOURCE_CONFLICT (design 3); rethrows any other error.
 */
export const translateDuplicateKeyError =
  (name: ResourceName) =>
  (error: unknown): never => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    const paths = Object.keys(error.keyPattern ?? {});
    const { properties } = schemas[name];
    // Leave out computed fields: the place in the tree follows from a field that the user sets.
    const writablePaths = paths.filter((path) => !properties[path.split('.')[0] ?? '']?.readOnly);
    const reportedPaths = writablePaths.length > 0 ? writablePaths : paths;
    const fields = reportedPaths.map((path) => ({
      path: `/${path.replaceAll('.', '/')}`,
      message: 'Is already taken',
    }));
    throw new ApiError('RESOURCE_CONFLICT', {
      reason: `Another ${name} has the same ${reportedPaths.join(', ')}`,
      details: { resourceType: name, resourceId: null, fields },
      cause: error,
    });
  };
