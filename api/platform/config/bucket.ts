import { StartFailure } from '../process/start-failure.ts';
import type { CheckedEnvironment } from './variables.ts';

/** Location of an S3 bucket; credentials come from the usual AWS variables, which the client reads itself. */
export interface Bucket {
  /** Undefined for AWS itself. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
}

/**
 * Returns the bucket with current or older files; null if none is configured. Throws a StartFailure if FILE_STORE needs
 * one.
 */
export function bucketConfig({ FILE_STORE, S3_ENDPOINT, S3_BUCKET, S3_REGION }: CheckedEnvironment): Bucket | null {
  if (S3_BUCKET !== undefined) return { endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION };
  if (FILE_STORE !== 's3') return null;
  throw new StartFailure('S3_BUCKET is not set. FILE_STORE=s3 requires it: the name of an existing bucket.');
}
