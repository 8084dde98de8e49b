import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, ProofOfWork, ShareLink } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { twoColorImage } from './test-images.ts';
import { fileForm, type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let agency: Agency;
let other: Agency;
let order: Order;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  [agency, other] = [await anAgency(api), await anAgency(api)];
  const product = await aProduct(api, { name: 'Radio spot' });
  order = await aDraft(agency, { products: [{ product: product.id, data: {} }] } as object);
});
afterAll(() => api.close());

const proof = (fields: object = {}) =>
  api.admin.create('ProofOfWork', {
    orderId: order.id,
    orderProductId: order.products[0]?.id,
    batch: 'November',
    name: 'Aired 24 times',
    date: '2026-11-01T00:00:00.000Z',
    ...fields,
  });
const picture = async () =>
  await uploads.upload(
    api.admin,
    fileForm(Uint8Array.from(await twoColorImage({ width: 40, height: 20 }).png().toBuffer()), 'tower.png'),
  );
const listProofs = async (person: SignedInUser) =>
  (
    await callExpecting<{ results: ProofOfWork[] }>(person.call, 200, {
      path: `/api/proof_of_work?orderId=${order.id}&populate=files`,
    })
  ).results;
const openShared = async (link: ShareLink) => {
  const token = link.url?.split('#')[1];
  return await api.call({ method: 'POST', path: '/api/shared', body: { token } });
};
const linkOf = (person: SignedInUser) => person.create('ShareLink', { kind: 'proofOfWork', subject: order.id });

describe('the files of proof of work', () => {
  it('are included in its list and readable by its readers; those of other agencies and of hidden proof by no agency', async () => {
    const [visible, secret] = [await picture(), await picture()];
    await proof({ name: 'Shown', files: [visible.id] });
    await proof({ name: 'Hidden', hidden: true, files: [secret.id] });
    const ours = await listProofs(agency.user);
    expect(ours.map(({ name }) => name)).toEqual(['Shown']);
    expect(ours[0]?.files).toMatchObject([{ id: visible.id, name: 'tower.png', mimeType: 'image/png' }]);
    expect((await listProofs(api.admin)).map(({ name }) => name).toSorted()).toEqual(['Hidden', 'Shown']);
    expect(await listProofs(other.moderator)).toEqual([]);
    const status = async (person: SignedInUser, { id }: { id: string }) =>
      (await uploads.download(person, { id })).status;
    expect([await status(agency.user, visible), await status(agency.moderator, visible)]).toEqual([200, 200]);
    expect([await status(agency.user, secret), await status(other.user, visible)]).toEqual([404, 404]);
  });
});

describe('a share link to the proof of work of an order', () => {
  it('shows the work by line with images, without a session', async () => {
    const notes = await uploads.upload(api.admin, fileForm('Log', 'log.txt'));
    await proof({ name: 'On air', notes: 'All of them', files: [(await picture()).id, notes.id] });
    await proof({ name: 'For all of it', orderProductId: undefined });
    const { status, body } = await openShared(await linkOf(agency.user));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'proofOfWork',
      sharedBy: agency.user.user.name,
      proofOfWork: {
        refCode: order.refCode,
        client: 'Stone Bakery',
        isWhole: true,
        lines: [
          {
            name: 'Radio spot',
            proof: expect.arrayContaining([
              expect.objectContaining({
                name: 'On air',
                notes: 'All of them',
                pictures: [
                  {
                    id: expect.any(String),
                    name: 'tower.png',
                    address: expect.stringMatching(/^data:image\/webp;base64,./),
                  },
                ],
                files: ['log.txt'],
              }),
            ]),
          },
          { name: null, proof: [expect.objectContaining({ name: 'For all of it' })] },
        ],
      },
    });
  });

  it('never shows hidden proof, whoever created it', async () => {
    await proof({ name: 'Not for clients', hidden: true });
    for (const person of [api.admin, agency.moderator])
      expect(JSON.stringify((await openShared(await linkOf(person))).body)).not.toContain('Not for clients');
  });

  it('cannot be created without read access to the order', async () => {
    const body = { kind: 'proofOfWork', subject: order.id };
    const answer = await other.moderator.call({ method: 'POST', path: '/api/share_links', body });
    expect(answer.status).toBe(404);
  });
});
