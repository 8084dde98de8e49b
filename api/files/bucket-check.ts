import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket } from '../host/config/bucket.ts';
import type { Config } from '../host/config/config.ts';
import { StartFailure } from '../host/process/start-failure.ts';
import { clientOf } from './s3.ts';

/**
 * Asks once, at the start, whether the bucket that the configuration names can be used. Throws a StartFailure for one that never will
 * be, where new files go into it; else, and while the store is only away, it is told in a line.
 */
export async function checkBucket({ bucket, fileStore }: Config, report: (line: string) => void): Promise<void> {
  if (!bucket) return;
  const wrong = await wrongWith(bucket);
  if (!wrong) return;
  if (wrong.isLasting && fileStore === 's3') throw new StartFailure(wrong.told);
  report(wrong.told);
}

interface Wrong {
  told: string;
  /** Whether somebody has to do something about it. */
  isLasting: boolean;
}

async function wrongWith(bucket: Bucket): Promise<Wrong | undefined> {
  const { HeadBucketCommand, S3ServiceException } = await import('@aws-sdk/client-s3');
  const client = await clientOf(bucket, { maxAttempts: 1 });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket.bucket }));
    return undefined;
  } catch (error) {
    const told = error instanceof S3ServiceException ? refusalOf(bucket, error) : withoutKey(error);
    if (told) return { told, isLasting: true };
    const why = error instanceof Error ? error.message || error.name : String(error);
    return { told: `${nameOf(bucket)} does not answer: files are not there until it does (${why})`, isLasting: false };
  } finally {
    client.destroy();
  }
}

const nameOf = ({ bucket, endpoint }: Bucket) =>
  `The bucket ${bucket} at ${endpoint ?? 'AWS'} (S3_BUCKET, S3_ENDPOINT)`;

/** What a store says by its status alone: an answer to HEAD has no body. */
function refusalOf(bucket: Bucket, { $metadata, $response }: S3ServiceException): string | undefined {
  const region = $response?.headers['x-amz-bucket-region'];
  if (region && region !== bucket.region)
    return `S3_REGION is '${bucket.region}': the bucket ${bucket.bucket} is in ${region}.`;
  const told = refusals.get($metadata.httpStatusCode ?? 0);
  return told && `${nameOf(bucket)} ${told}`;
}

const refusals = new Map([
  [400, 'refuses how it is asked: look at S3_REGION and S3_ENDPOINT.'],
  [401, 'lets us not in: look at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  [403, 'lets us not in: look at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and at what they may do.'],
  [404, 'is not there: make it, or name another.'],
]);

const withoutKey = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'CredentialsProviderError'
    ? 'Nothing says who we are at the file store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.'
    : undefined;
