import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { freePort, startMongod } from '#api/platform/mongod/start.ts';
import { anyCredentials, startObjectStore } from '#tests/api/object-store.ts';
import { openMailServer } from '#tests/api/smtp.ts';
import { fileForm, uploadsAt } from '#tests/api/uploads.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';

const report = () => undefined;
/** A folder that nobody can create, root included: its parent is a file. */
const nowhere = '/dev/null/order-portal';

test('the product needs no disk with external database, secret, files and mail, and names the one that is missing', async () => {
  const folder = await newDataDir();
  const configured = process.env.MONGOD_BINARY;
  const binary = await findMongod({ configured, cacheFolder: cacheFolder(process.env), report });
  const database = await startMongod({ binary, folder, report });
  const [mail, bucket] = [await openMailServer(), await startObjectStore('portal')];
  onTestFinished(async () => {
    await Promise.all([mail.close(), bucket.close(), database.stop()]);
    await removeDataDir(folder);
  });
  const { SMTP_URL = '', DATA_DIR: mailbox = '' } = mail.environment;
  const elsewhere = {
    MONGODB_URI: database.uri('portal'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    FILE_STORE: 's3',
    S3_BUCKET: 'portal',
    S3_ENDPOINT: bucket.endpoint,
    ...anyCredentials,
  };

  const without = spawnProduct({ dataDir: nowhere, port: await freePort(), environment: elsewhere });
  await pollUntil({ label: 'the refusal', seconds: 60 }, () => (without.process.exitCode === null ? undefined : true));
  expect(without.output()).toContain(`DATA_DIR is '${nowhere}', which is not writable`);

  const product = await startProduct({ dataDir: nowhere, environment: { ...elsewhere, SMTP_URL } });
  onTestFinished(() => product.kill());
  const { admin } = await callersOf({ call: callerOf(product.url), dataDir: mailbox });
  const uploads = uploadsAt(product.url);
  const file = await uploads.upload(admin, fileForm('Kept in a bucket'));
  const { storage } = await admin.read('File', file.id);
  expect(storage.map(({ type }) => type)).toEqual(['s3']);
  expect(await (await uploads.download(admin, file)).text()).toBe('Kept in a bucket');
  expect(await product.stop()).toBe(0);
});
