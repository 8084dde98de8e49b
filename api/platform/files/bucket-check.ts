import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket, Config } from '../config/config.ts';
import { StartFailure } from '../process/start-failure.ts';
import { createS3Client } from './s3.ts';

/**
 * Checks at startup whether the configured S3 bucket is usable. Throws a StartFailure for a lasting error (wrong
 * credentials, missing bucket) if new files go to it; otherwise, and while the store is only unreachable, reports the
 * problem.
 */
export async function checkBucket({ bucket, fileStore }: Config, report: (line: string) => void): Promise<void> {
  if (!bucket) return;
  const problem = await findProblem(bucket);
  if (!problem) return;
  if (problem.isLasting && fileStore === 's3') throw new StartFailure(problem.message);
  report(problem.message);
}

interface BucketProblem {
  message: string;
  /** Whether someone has to fix the configuration, as opposed to a temporary outage. */
  isLasting: boolean;
}

async function findProblem(bucket: Bucket): Promise<BucketProblem | undefined> {
  const { HeadBucketCommand, S3ServiceException } = await import('@aws-sdk/client-s3');
  const client = await createS3Client(bucket, { maxAttempts: 1 });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket.bucket }));
    return undefined;
  } catch (error) {
    const message = error instanceof S3ServiceException ? rejectionOf(bucket, error) : withoutKey(error);
    if (message) return { message, isLasting: true };
    const why = error instanceof Error ? error.message || error.name : String(error);
    return {
      message: `${nameOf(bucket)} is not responding: files are unavailable until it does (${why})`,
      isLasting: false,
    };
  } finally {
    client.destroy();
  }
}

const nameOf = ({ bucket, endpoint }: Bucket) =>
  `The bucket ${bucket} at ${endpoint ?? 'AWS'} (S3_BUCKET, S3_ENDPOINT)`;

/** Derives the problem from the status, because responses to HEAD have no body. */
function rejectionOf(bucket: Bucket, { $metadata, $response }: S3ServiceException): string | undefined {
  const region = $response?.headers['x-amz-bucket-region'];
  if (region && region !== bucket.region)
    return `S3_REGION is '${bucket.region}': the bucket ${bucket.bucket} is in ${region}.`;
  const rejection = rejections.get($metadata.httpStatusCode ?? 0);
  return rejection && `${nameOf(bucket)} ${rejection}`;
}

const rejections = new Map([
  [400, 'rejects the request: check S3_REGION and S3_ENDPOINT.'],
  [401, 'denies access: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  [403, 'denies access: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and their permissions.'],
  [404, 'does not exist: create it, or set another one.'],
]);

const withoutKey = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'CredentialsProviderError'
    ? 'No credentials for the file store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.'
    : undefined;
