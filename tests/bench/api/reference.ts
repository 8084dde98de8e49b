import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import jsonPatch from 'fast-json-patch';
import Fastify, { type FastifyRequest } from 'fastify';
import mongoose, { type mongo } from 'mongoose';
import { schemas } from '../../../schemas/generated/registry.ts';
import { resourceOf } from '../../../schemas/resource/resource.ts';

// The reference server: Fastify and the native driver, hand-written for the rows of the benchmark. It uses the
// product's cookie, filters, indexes and totals, and nothing else. The session is one indexed findOne; which orders a
// person reads is cached. Gets the database's address and the cookie secret, and prints its port.

const { MongoClient, ObjectId } = mongoose.mongo;
const [uri = '', secret = ''] = process.argv.slice(2);
const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } });
const db = (await client.connect()).db();
const orders = db.collection('orders');
/** The owner of new orders. They must be complete, since a later run may read them through the product. */
const owner = await db.collection('users').findOne({});
const row = { projection: { formData: 0, 'products.data': 0, actions: 0, searchKeys: 0 } };
const newest = { updatedAt: -1, _id: -1 } as const;
const exactTotal = { limit: 10_001 };

const labels = Object.fromEntries(resourceOf(schemas.Order).fields.map(({ name, label }) => [name, label]));

type Document = mongo.Document;
type Filter<T> = mongo.Filter<T>;
type Query = Record<string, string>;
interface Written {
  Params: { id: string };
  Body: Record<string, unknown> & { formData: Record<string, unknown>; products: object[] };
}

/** The access filter of a user. */
interface Reach {
  orders: Filter<Document>;
  treeScope: InstanceType<typeof ObjectId>[];
}
const reaches = new Map<string, Promise<Reach>>();
const records = new Map<string, Document>();

declare module 'fastify' {
  interface FastifyRequest {
    found: Document | null;
  }
}

const app = Fastify();
app.decorateRequest('found', null);
app.addHook('onRequest', async (request) => {
  const hash = createHash('sha256').update(sessionOf(request)).digest('base64url');
  request.found = await db.collection('sessions').findOne({ hash });
  if (!request.found) throw new Error('Not signed in');
});

app.get('/me', async ({ found }) => found);

app.get<{ Querystring: Query }>('/orders', async (request) => await page(request));

app.get<{ Querystring: Query }>('/orders/populated', async (request) => {
  const { total, results } = await page(request);
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

/** Writes all orders as the product does: a header, then one line each, with formulas escaped. */
app.get<{ Querystring: Query }>('/orders.csv', async ({ query }, reply) => {
  const names = (query.columns ?? '').split(',');
  const lines = async function* () {
    const projection = Object.fromEntries(names.map((name) => [name, 1]));
    const cursor = orders.find({}, { projection, batchSize: 500 }).sort(newest);
    let text = `\ufeff${names.map((name) => labels[name]).join(',')}\n`;
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

app.get<{ Params: { id: string } }>('/orders/:id', async (request) => {
  const mine = (await reachOf(request)).orders;
  return await orders.findOne({ _id: new ObjectId(request.params.id), ...mine });
});

app.get<{ Querystring: Query }>('/count', async (request) => {
  const mine = (await reachOf(request)).orders;
  return { total: await orders.countDocuments({ ...mine, status: request.query.status }, exactTotal) };
});

app.get<{ Querystring: { search: string } }>('/clients', async (request) => {
  const { query } = request;
  const { treeScope } = await reachOf(request);
  const filter = { treeScope: { $in: treeScope }, searchKeys: new RegExp(`^${query.search}`) };
  const [results, total] = await Promise.all([
    db.collection('clients').find(filter).sort({ name: 1, _id: 1 }).limit(20).toArray(),
    db.collection('clients').countDocuments(filter, exactTotal),
  ]);
  return { total, results };
});

/** Makes the writes of the product for a changed client: the client, guarded by its revision, and an audit entry. */
app.patch<{ Params: { id: string }; Body: { phoneNumber: string } }>(
  '/clients/:id',
  async ({ params, body, found }) => {
    const _id = new ObjectId(params.id);
    const clients = db.collection('clients');
    return await client.withSession((session) =>
      session.withTransaction(async () => {
        const current = await clients.findOne({ _id }, { session });
        const now = new Date();
        const changed = { $set: { ...body, updatedAt: now }, $inc: { revision: 1 } };
        const after = await clients.findOneAndUpdate({ _id, revision: current?.revision }, changed, {
          session,
          returnDocument: 'after',
        });
        const actorFields = { actor: found?.user, user: found?.user };
        const subject = {
          resourceType: 'Client',
          resourceId: params.id,
          recordRevision: after?.revision,
          name: after?.name,
        };
        const changes = [
          { field: 'phoneNumber', from: JSON.stringify(current?.phoneNumber), to: JSON.stringify(body.phoneNumber) },
        ];
        const entry = { kind: 'record', action: 'update', ...actorFields, ...subject, changes, sequence: 0 };
        await db
          .collection('audit_log_reference')
          .insertOne({ ...entry, createdAt: now, updatedAt: now, revision: 1 }, { session });
        return after;
      }),
    );
  },
);

/**
 * Stores the same documents as the product: an order with its indexed fields, and its response as a text (idempotency).
 */
app.post<Written>('/orders', async (request) => {
  const { body, headers, found } = request;
  const { client: buyer, form, channelId, products, formData } = body;
  const place = await cachedRecord('clients', idOf(buyer));
  const now = new Date();
  const refCode = randomBytes(6).toString('base64url');
  const order = {
    ...{ _id: new ObjectId(), revision: 1, createdAt: now, updatedAt: now, refCode, status: 'DRAFT' },
    ...{ form: idOf(form), formVersion: 1, client: idOf(buyer), user: owner?._id, channelId: idOf(channelId) },
    ...{ lastEditedBy: owner?._id, lastActor: null, products, amount: products.length, submissionDate: null },
    ...{ changeDate: null, cancelationReason: null, cancelationDate: null, sentBackReason: null, actions: [] },
    ...{ validationMode: 'NORMAL', formData, ...treeFieldsOf(place), files: [], openVersion: null, waivers: [] },
    ...{ waitingSince: null, bypassRequestedBy: null, onboardedAt: null, versionCount: 0 },
    ...(await calledBy({ refCode, form: idOf(form), client: idOf(buyer) }, formData)),
  };
  const key = `POST /api/orders ${headers['idempotency-key']}`;
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const answer = {
    ...{ revision: 1, createdAt: now, updatedAt: now, user: new ObjectId(String(found?.user)), key, request: hash },
    ...{ status: 201, body: { sealed: JSON.stringify(order) }, expires: new Date(now.getTime() + 86_400_000) },
  };
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await orders.insertOne(order, { session });
      await db.collection('idempotent_answers').insertOne(answer, { session });
    }),
  );
  return order;
});

app.patch<Written>('/orders/:id', async (request) => {
  const { params, body } = request;
  const _id = new ObjectId(params.id);
  const mine = (await reachOf(request)).orders;
  return await client.withSession((session) =>
    session.withTransaction(async () => {
      const current = await orders.findOne({ _id, ...mine }, { session });
      if (!current) throw new Error('Order not found');
      const set = { formData: body.formData, ...(await calledBy(current, body.formData)) };
      const patch = jsonPatch.compare(
        set,
        Object.fromEntries(Object.keys(set).map((field) => [field, current[field]])),
      );
      const order = await orders.findOneAndUpdate(
        { _id, revision: current.revision },
        { $set: { ...set, updatedAt: new Date() }, $inc: { revision: 1 } },
        { session, returnDocument: 'after' },
      );
      const orderRevision = current.revision + 1;
      const version = { order: _id, orderRevision, timestamp: new Date(), patch };
      await db.collection('order_versions').insertOne(version, { session });
      return order;
    }),
  );
});

/** The place in the tree, and the text of it that the index of the search words contains. */
const treeFieldsOf = ({ treeScope }: Document) => ({ treeScope, treePath: [...treeScope].reverse().join('') });

async function cachedRecord(collection: string, _id: InstanceType<typeof ObjectId> | null): Promise<Document> {
  const key = `${collection} ${_id}`;
  const record = records.get(key) ?? (await db.collection(collection).findOne({ _id: _id ?? undefined }));
  if (!record) throw new Error(`There is no ${key}`);
  records.set(key, record);
  return record;
}

/** The label and the search words of an order in lists. */
async function calledBy({ refCode, form, client: buyer }: Document, formData: Record<string, unknown>) {
  const columns: { path: string }[] = (await cachedRecord('forms', form)).tableColumns ?? [];
  const texts = columns.flatMap(({ path }) => formData[path] ?? []).filter((value) => typeof value === 'string');
  const name = (await cachedRecord('clients', buyer)).name;
  const searchKeys = wordsOf([refCode, name, owner?.name, ...texts].join(' '));
  return { campaign: texts[0] ?? null, columnTexts: texts.join('\n'), searchKeys };
}

const wordsOf = (text: string) => [...new Set(text.toLowerCase().split(/\W+/))];

async function page(request: FastifyRequest<{ Querystring: Query }>) {
  const { query } = request;
  const filter = { ...(await reachOf(request)).orders, client: idOf(query.client), status: query.status };
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

/** Verifies the cookie (session id, dot, signature). Throws for an invalid signature. */
function sessionOf({ headers }: FastifyRequest): string {
  const value = /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const [id = '', signature = ''] = decodeURIComponent(value).split('.');
  const expected = createHmac('sha256', secret).update(id).digest();
  const received = Buffer.from(signature, 'base64');
  if (received.length === expected.length && timingSafeEqual(expected, received)) return id;
  throw new Error('The cookie is not ours');
}

/**
 * The access filter of the request's user: everything for an ADMIN; otherwise the user's own trees, which include the
 * user's own orders.
 */
async function reachOf({ found }: FastifyRequest): Promise<Reach> {
  const key = String(found?.user);
  const cached = reaches.get(key) ?? findReach(found?.user);
  reaches.set(key, cached);
  return await cached;
}

async function findReach(user: unknown): Promise<Reach> {
  const person = await db.collection('users').findOne({ _id: new ObjectId(String(user)) });
  const members = await db.collection('entity_members').find({ user }).toArray();
  const treeScope = members.map(({ entity }) => entity);
  const isAdmin = person?.roles.includes('ADMIN');
  return { treeScope, orders: isAdmin ? {} : { treeScope: { $in: treeScope } } };
}

process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
