import { mongo } from 'mongoose';
import { ApiError } from '../errors/catalogue.ts';

/** Makes of the database's own refusal of what must be unique and is not the one that the catalogue has (design 3). */
export const takenFor =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    const fields = Object.keys(error.keyPattern ?? {}).map((path) => ({
      path: `/${path.replaceAll('.', '/')}`,
      message: 'Is taken already',
    }));
    throw new ApiError('RESOURCE_CONFLICT', {
      reason: `Another ${name} has the same ${Object.keys(error.keyPattern ?? {}).join(', ')}`,
      details: { resourceType: name, resourceId: null, fields },
      cause: error,
    });
  };
