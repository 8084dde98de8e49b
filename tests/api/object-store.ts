import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { freePort, isListening } from '#api/platform/mongod/start.ts';
import { openTcpProxy } from '#tests/product/tcp-proxy.ts';
import { pythonPackages, startPython } from './python.ts';

/** An S3-compatible object store (the server of moto) behind a connection that a test can cut. */
export interface ObjectStore {
  endpoint: string;
  /** Counts the contents of the bucket: complete objects and unfinished multipart uploads. */
  countContents(): Promise<{ objects: number; unfinishedUploads: number }>;
  /** Cuts the connection after this many more bytes, also for retries; undefined removes the limit. */
  cutAfter(bytes: number | undefined): void;
  close(): Promise<void>;
}

/** Any credentials: the store checks none. */
export const anyCredentials = { AWS_ACCESS_KEY_ID: 'portal', AWS_SECRET_ACCESS_KEY: 'portal' };

/** Starts the store with one bucket. */
export async function startObjectStore(bucket: string): Promise<ObjectStore> {
  const packages = await pythonPackages('moto', '5.2.5', '[s3,server]');
  const folder = await mkdtemp(join(tmpdir(), 'portal-moto-'));
  const port = await freePort();
  const server = startPython(['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], { packages, folder });
  // Drain its request log, which would fill the pipes.
  for (const stream of [server.stdout, server.stderr]) stream?.resume();
  while (!(await isListening(port))) if (server.exitCode !== null) throw new Error('moto did not start');
  const line = await openTcpProxy(port);
  const direct = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'portal', secretAccessKey: 'portal' },
  });
  await direct.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint: `http://127.0.0.1:${line.port}`,
    cutAfter: line.cutAfter,
    async countContents() {
      const { Contents = [] } = await direct.send(new ListObjectsV2Command({ Bucket: bucket }));
      const { Uploads = [] } = await direct.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return { objects: Contents.length, unfinishedUploads: Uploads.length };
    },
    async close() {
      direct.destroy();
      await line.close();
      // An interrupt of the process group may have ended it already.
      if (server.exitCode === null && server.signalCode === null) {
        server.kill();
        await once(server, 'close');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
