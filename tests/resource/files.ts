import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { mongodCredentials, mongodUri } from '#api/platform/mongod/access.ts';
import type { File } from '#schemas/generated/types.ts';
import { anEntity, aUser } from '#tests/api/factories.ts';
import { uploadsAt } from '#tests/api/uploads.ts';
import { databaseServerOf } from '#tests/faults/database-server.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type BackOfficePage, openBackOffice } from './keywords.ts';

type Lease = { id: string; contract?: string; photos?: string[] };

const url = '/api/leases';

/** Tests of a property of files in a schema that was added. */
export function testFiles(desk: () => BackOfficePage): void {
  const uploads = () => uploadsAt(desk().url);
  const make = (person: SignedInUser, body: object) =>
    person.call({ method: 'POST', path: url, body: { agency: desk().agency.id, ...body } });
  const createLease = async (person: SignedInUser, body: object) => {
    const answer = await make(person, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return Object(answer.body);
  };
  const member = async () => {
    const { people, agency } = desk();
    return await people.signedInAs(await aUser(people, { memberOf: [agency] }));
  };
  const stranger = async () => {
    const { people } = desk();
    return await people.signedInAs(await aUser(people, { memberOf: [await anEntity(people, {})] }));
  };
  const statuses = async (person: SignedInUser, file: File) => [
    (await person.call({ path: `/api/files/${file.id}` })).status,
    (await uploads().download(person, file)).status,
  ];

  describe('a file of a record', () => {
    it('is readable for readers of the record, and for nobody else', async () => {
      const [ann, bo, other] = await Promise.all([member(), member(), stranger()]);
      const [contract, photo, more] = await Promise.all([1, 2, 3].map(() => uploads().upload(ann)));
      if (!contract || !photo || !more) throw new Error('Three were sent');
      expect(await statuses(bo, contract)).toEqual([404, 404]);
      const lease = await createLease(ann, { code: 'F1', contract: contract.id, photos: [photo.id] });
      const inspection = { found: 'Rust', sketch: more.id };
      await callExpecting(ann.call, 201, { method: 'POST', path: `${url}/${lease.id}/inspections`, body: inspection });
      for (const file of [contract, photo, more]) {
        expect(await statuses(bo, file)).toEqual([200, 200]);
        expect(await statuses(other, file)).toEqual([404, 404]);
      }
      const path = `${url}?search=F1&populate=contract`;
      expect(await callExpecting(bo.call, 200, { path })).toMatchObject({
        results: [{ contract: { id: contract.id, name: 'notes.txt' } }],
      });
    });

    it('can be reused by its readers; for others the reference is refused as not found', async () => {
      const [ann, bo, other] = await Promise.all([member(), member(), stranger()]);
      const [own, others] = await Promise.all([uploads().upload(ann), uploads().upload(other)]);
      const lease: Lease = await createLease(ann, { code: 'F2', photos: [own.id] });
      const added = await uploads().upload(bo);
      const change = (photos: string[]) => bo.call({ method: 'PATCH', path: `${url}/${lease.id}`, body: { photos } });
      expect(await change([own.id, added.id])).toMatchObject({ status: 200, body: { photos: [own.id, added.id] } });
      for (const id of [others.id, '0123456789abcdef01234567']) {
        const errors = [{ path: '/photos/1', value: id, message: 'No File has this id' }];
        expect(await change([own.id, id])).toMatchObject({ status: 422, body: { details: { errors } } });
      }
    });

    it('is stored until no record refers to it', async () => {
      const ann = await member();
      const [contract, photo] = await Promise.all([uploads().upload(ann), uploads().upload(ann)]);
      const { dataDir } = desk();
      const { port } = await databaseServerOf(dataDir);
      const client = await mongo.MongoClient.connect(
        mongodUri(mongodCredentials(dataDir), { port, database: 'portal' }),
      );
      const isUnused = async ({ id }: File) => {
        const found = await client
          .db()
          .collection('files')
          .findOne({ _id: new mongo.ObjectId(id) });
        return found?.unusedSince instanceof Date;
      };
      const both = async () => [await isUnused(contract), await isUnused(photo)];
      expect(await both()).toEqual([true, true]);
      const lease: Lease = await createLease(ann, { code: 'F3', contract: contract.id, photos: [photo.id] });
      expect(await both()).toEqual([false, false]);
      const path = `${url}/${lease.id}`;
      await callExpecting(ann.call, 200, { method: 'PATCH', path, body: { photos: [] } });
      expect(await both()).toEqual([false, true]);
      await callExpecting(ann.call, 200, { method: 'DELETE', path });
      expect(await both()).toEqual([true, true]);
      await client.close();
    });
  });

  describe('the back-office of a schema with files', () => {
    const file = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') });

    it('uploads, rejects, shows, opens and removes them', async () => {
      const page = await openBackOffice(desk(), '/leases/new');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/files')) sent.push(request.url());
      });
      await page.getByRole('textbox', { name: 'Code' }).fill('Files');
      await page.getByRole('combobox', { name: 'Agency' }).fill('north');
      await page.getByRole('option', { name: 'Northern Media', exact: true }).click();
      const contract = page.getByLabel('Contract');
      await contract.setInputFiles(file('large.txt', 2 ** 20 + 1));
      await page.getByText('The limit is 1 MiB').waitFor();
      expect(sent).toEqual([]);
      await contract.setInputFiles(file('contract.txt', 2_000));
      await page.getByRole('button', { name: 'Remove contract.txt' }).waitFor();
      await page.getByText('TXT').first().waitFor();
      await page.getByLabel('Pictures').setInputFiles([file('one.txt', 10), file('two.txt', 10)]);
      await page.getByRole('button', { name: 'Remove one.txt' }).click();
      await page.getByRole('button', { name: 'Remove two.txt' }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Lease created').waitFor();
      const { people } = desk();
      const lease = async () => {
        const found = await callExpecting<{ results: Lease[] }>(people.admin.call, 200, {
          path: `${url}?search=Files`,
        });
        return found.results[0];
      };
      const { contract: contractId = '', photos = [], id } = (await lease()) ?? { id: '' };
      expect(photos).toHaveLength(1);
      await page.goto(`${desk().url}/admin/leases`);
      const row = page.getByRole('row').filter({ hasText: 'Files' });
      const link = row.getByRole('link', { name: 'contract.txt' });
      expect(await link.getAttribute('href')).toBe(`/api/files/${contractId}/content`);
      await row.getByRole('cell', { name: '1 file', exact: true }).waitFor();
      await page.goto(`${desk().url}/admin/leases/${id}`);
      await page.getByRole('link', { name: 'two.txt' }).waitFor();
      await page.getByRole('button', { name: 'Remove contract.txt' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await lease()).not.toHaveProperty('contract');
      await page.context().close();
    });
  });
}
