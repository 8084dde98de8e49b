import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import jsonPatch from 'fast-json-patch';
import Fastify, { type FastifyRequest } from 'fastify';
import mongoose from 'mongoose';
import { schemas } from '../../../schemas/generated/registry.ts';
import { resourceOf } from '../../../schemas/resource/resource.ts';

// The reference: Fastify and the native driver doing by hand what the rows of the benchmark ask for, with the product's
// session look-up, filters, indexes and totals, and nothing else. Started with the database's address, the viewer and the
// viewer's entities; prints the port it listens on.

const { MongoClient, ObjectId } = mongoose.mongo;
const [uri = '', viewer = '', ...entities] = process.argv.slice(2);
const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } });
const db = (await client.connect()).db();
const orders = db.collection('orders');
/** Whose the new orders are: the next run may read them through the product, so they must be whole. */
const owner = await db.collection('users').findOne({});
const treeScope = entities.map((id) => new ObjectId(id));
/** What the product lets the viewer read: of the own trees, and the own ones. */
const mine = { $or: [{ treeScope: { $in: treeScope } }, { user: new ObjectId(viewer) }] };
const row = { projection: { formData: 0, 'products.data': 0, actions: 0, searchKeys: 0 } };
const newest = { updatedAt: -1, _id: -1 } as const;
const exactTotal = { limit: 10_001 };

const labels = Object.fromEntries(resourceOf(schemas.Order).fields.map(({ name, label }) => [name, label]));

type Asked = Record<string, string>;
interface Written {
  Params: { id: string };
  Body: Record<string, unknown> & { formData: object };
}

const app = Fastify();
app.addHook('onRequest', async (request) => {
  const hash = createHash('sha256').update(sessionOf(request)).digest('base64url');
  const [session] = await db
    .collection('sessions')
    .aggregate([
      { $match: { hash } },
      { $lookup: { from: 'users', localField: 'user', foreignField: '_id', as: 'users' } },
      { $lookup: { from: 'settings', pipeline: [{ $match: { key: 'rights' } }], as: 'settings' } },
    ])
    .toArray();
  if (!session?.users[0]) throw new Error('Nobody is signed in');
});

app.get<{ Querystring: Asked }>('/orders', async ({ query }) => await page(query));

app.get<{ Querystring: Asked }>('/orders/populated', async ({ query }) => {
  const { total, results } = await page(query);
  const named = async (collection: string, field: string, projection: object) => {
    const ids = [...new Map(results.map((each) => [String(each[field]), each[field]])).values()];
    const found = await db
      .collection(collection)
      .find({ _id: { $in: ids } }, { projection })
      .toArray();
    return new Map(found.map((each) => [String(each._id), each]));
  };
  const [forms, clients, users] = await Promise.all([
    named('forms', 'form', { formSchema: 0 }),
    named('clients', 'client', {}),
    named('users', 'user', {}),
  ]);
  const populated = results.map((each) => ({
    ...each,
    form: forms.get(String(each.form)),
    client: clients.get(String(each.client)),
    user: users.get(String(each.user)),
  }));
  return { total, results: populated };
});

/** All orders as the product writes them: labels, then a line for each, formulas made harmless. */
app.get<{ Querystring: Asked }>('/orders.csv', async ({ query }, reply) => {
  const names = (query.columns ?? '').split(',');
  const lines = async function* () {
    const projection = Object.fromEntries(names.map((name) => [name, 1]));
    const cursor = orders.find({}, { projection, batchSize: 500 }).sort(newest);
    let text = `${names.map((name) => labels[name]).join(',')}\n`;
    for await (const order of cursor) {
      text += `${names.map((name) => cellOf(order[name])).join(',')}\n`;
      if (text.length < 65_536) continue;
      yield text;
      text = '';
    }
    yield text;
  };
  return reply.type('text/csv; charset=utf-8').send(Readable.from(lines(), { objectMode: false }));
});

app.get<{ Params: { id: string } }>(
  '/orders/:id',
  async ({ params }) => await orders.findOne({ _id: new ObjectId(params.id), ...mine }),
);

app.get<{ Querystring: Asked }>('/count', async ({ query }) => ({
  total: await orders.countDocuments({ ...mine, status: query.status }, exactTotal),
}));

app.get<{ Querystring: { search: string } }>('/clients', async ({ query }) => {
  const filter = { treeScope: { $in: treeScope }, searchKeys: new RegExp(`^${query.search}`) };
  const [results, total] = await Promise.all([
    db.collection('clients').find(filter).sort({ name: 1, _id: 1 }).limit(20).toArray(),
    db.collection('clients').countDocuments(filter, exactTotal),
  ]);
  return { total, results };
});

app.post<Written>('/orders', async ({ body, headers }) => {
  const { client: buyer, form, channelId, ...rest } = body;
  const ids = Object.fromEntries(
    Object.entries({ client: buyer, form, channelId }).map(([key, id]) => [key, idOf(id)]),
  );
  const now = new Date();
  const order = {
    ...rest,
    ...ids,
    ...{ treeScope, refCode: randomBytes(8).toString('hex'), revision: 1, status: 'DRAFT' },
    ...{ products: [], actions: [], createdAt: now, updatedAt: now },
    ...{ user: owner?._id, lastEditedBy: owner?._id },
  };
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await orders.insertOne(order, { session });
      const answer = { user: new ObjectId(), key: headers['idempotency-key'], status: 201, body: order, expires: now };
      await db.collection('idempotent_answers').insertOne(answer, { session });
    }),
  );
  return order;
});

app.patch<Written>('/orders/:id', async ({ params, body }) => {
  const _id = new ObjectId(params.id);
  return await client.withSession((session) =>
    session.withTransaction(async () => {
      const current = await orders.findOne({ _id, ...mine }, { session });
      if (!current) throw new Error('There is no such order');
      const patch = jsonPatch.compare({ formData: body.formData }, { formData: current.formData });
      const order = await orders.findOneAndUpdate(
        { _id, revision: current.revision },
        { $set: { formData: body.formData, updatedAt: new Date() }, $inc: { revision: 1 } },
        { session, returnDocument: 'after' },
      );
      await db.collection('order_versions').insertOne({ order: _id, timestamp: new Date(), patch }, { session });
      return order;
    }),
  );
});

async function page(query: Asked) {
  const filter = { ...mine, client: idOf(query.client), status: query.status };
  const [results, total] = await Promise.all([
    orders.find(filter, row).sort(newest).limit(20).toArray(),
    orders.countDocuments(filter, exactTotal),
  ]);
  return { total, results };
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const plain = value instanceof Date ? value.toISOString() : String(value);
  const text = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function idOf(id: unknown) {
  return typeof id === 'string' ? new ObjectId(id) : null;
}

/** The cookie is the session's id, a dot and its signature. */
function sessionOf({ headers }: FastifyRequest): string {
  const value = /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  return decodeURIComponent(value).split('.')[0] ?? '';
}

process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
