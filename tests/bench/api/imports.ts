import { setTimeout } from 'node:timers/promises';
import mongoose from 'mongoose';
import { storeOf } from '../../../api/engine/store/store.ts';
import { markStale } from '../../../api/features/reports/totals.ts';
import type { Client, Import, ReportRow } from '../../../schemas/generated/types.ts';
import { memoryOf } from '../../product/memory.ts';
import { cpuTime, medianLoad, type Server } from './load.ts';

/** Results of an import and of report totals: medians. */
export interface ImportRates {
  rows: number;
  /** Seconds from the request until the batch is visible to everybody. */
  product: number;
  /** Seconds of the native driver for the same documents and indexes. */
  reference: number;
  ratio: number;
  /** The reference's CPU time as a share of the product's, both including the database. */
  cpuRatio: number;
  /** Peak growth of the product's process in MiB. */
  growth: number;
  /** An import of clients, which are saved one by one: checked, then written. */
  clients: { rows: number; seconds: number; growth: number };
  totals: { rows: number; administrator: number; user: number; reference: number };
}

interface Measured {
  product: Server;
  cookies: Record<'user' | 'administrator', string>;
  clients: Client[];
  rounds: number;
  rows: number;
  /** Number of rows under the totals. */
  all: number;
}

/** The name of the row, for `--only`. */
export const importsName = 'import of report rows and their totals';

/** Dimensions of realistic data: three years, some groups, channels and industries. */
const books = {
  product_group: ['Radio', 'Digital', 'Events', 'Production', 'Print', 'Outdoor', 'Search', 'Social'],
  sales_channel: ['Direct', 'Agency', 'Online', 'Partner', 'Phone', 'Renewal'],
  industry: Array.from({ length: 20 }, (_, number) => `Industry ${number}`),
};

const columns = [
  ...['agency_client_id', 'customer_name', 'caption', 'bill_date', 'fiscal_year', 'fiscal_year_month'],
  ...['product_group', 'sales_channel', 'industry', 'revenue', 'net_revenue', 'months_active'],
] as const;

/** A sample row, determined by its number and the clients. */
export function importRowData(number: number, clients: Client[]): ReportRow['data'] {
  const at = <T>(all: readonly T[], prime: number): T | undefined => all[(number * prime) % all.length];
  const month = `${2_024 + (number % 3)}-${String((number % 12) + 1).padStart(2, '0')}`;
  return {
    agency_client_id: at(clients, 7)?.id ?? null,
    customer_name: at(clients, 7)?.name ?? null,
    caption: `Campaign ${number % 997}`,
    bill_date: `${month}-15`,
    fiscal_year: 2_024 + (number % 3),
    fiscal_year_month: month,
    product_group: at(books.product_group, 11) ?? null,
    sales_channel: at(books.sales_channel, 13) ?? null,
    industry: at(books.industry, 17) ?? null,
    revenue: (number * 37) % 90_000,
    net_revenue: (number * 23) % 60_000,
    months_active: number % 24,
  };
}

/** Imports rows with both in turn, then adds rows up to the number for the totals. */
export async function measureImports({ product, cookies, clients, rounds, rows, all }: Measured): Promise<ImportRates> {
  const call = callerOf(product, cookies.administrator);
  const { id: report } = await call<{ id: string }>('POST', '/api/reports', { name: 'Measured' });
  const data = Array.from({ length: rows }, (_, number) => importRowData(number, clients));
  const file = [columns.join(), ...data.map((each) => columns.map((name) => `"${each[name]}"`).join())].join('\n');
  const pairs: { product: number; reference: number; cpuRatio: number; growth: number }[] = [];
  const [own = 0, database = 0] = product.pids;
  while (pairs.length < rounds) {
    const reference = await spending([process.pid, database], () => inserted(data, clients));
    const draft = await drafted(call, `/api/reports/${report}/rows/import`, file);
    const { cpu, done: result } = await spending([own, database], () => imported({ call, product, draft }));
    pairs.push({ reference: reference.done, cpuRatio: reference.cpu / cpu, ...result });
  }
  const saved = await drafted(call, '/api/clients/import', clientsFile(savedRows));
  const savedClients = await imported({ call, product, draft: saved });
  const { treeScope = [] } = clients[0] ?? {};
  for (let at = rounds * rows; at < all; at += 10_000) {
    const more = Array.from({ length: 10_000 }, (_, number) => ({
      ...{ kind: 'AgencyOrder' as const, batch: 'filled', hidden: false, treeScope },
      data: importRowData(at + number, clients),
    }));
    await storeOf('ReportRow').insertMany(more);
  }
  await markStale([{ kind: 'AgencyOrder', importNumber: 0 }]);
  const path = `/api/reports/${report}/summary`;
  while ((await call<{ isRebuilding: boolean }>('GET', path)).isRebuilding) await setTimeout(500);
  const asUser = callerOf(product, cookies.user);
  return {
    rows,
    product: medianLoad(pairs.map((pair) => pair.product)),
    reference: medianLoad(pairs.map((pair) => pair.reference)),
    ratio: medianLoad(pairs.map((pair) => pair.reference / pair.product)),
    cpuRatio: medianLoad(pairs.map((pair) => pair.cpuRatio)),
    growth: medianLoad(pairs.map((pair) => pair.growth)),
    clients: { rows: savedRows, seconds: savedClients.product, growth: savedClients.growth },
    totals: {
      rows: (await call<{ rows: number }>('GET', path)).rows,
      administrator: await timed(() => call('GET', path)),
      user: await timed(() => asUser('GET', path)),
      reference: await timed(() => call('GET', `/api/reports/${report}`)),
    },
  };
}

/** Runs some work and returns the CPU time of the processes. */
async function spending<T>(pids: number[], work: () => Promise<T>): Promise<{ cpu: number; done: T }> {
  const before = cpuTime(pids);
  const result = await work();
  return { cpu: cpuTime(pids) - before, done: result };
}

/** Milliseconds, the median of ten. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return medianLoad(times);
}

type SendJson = <T>(method: string, path: string, body?: object | FormData) => Promise<T>;

function callerOf({ url }: Server, cookie: string): SendJson {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers = { cookie, origin: url, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(new URL(path, url), {
      method,
      headers,
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${answer.status} from ${path}: ${await answer.text()}`);
    return await answer.json();
  };
}

/** Number of clients to import. */
const savedRows = 20_000;

function clientsFile(count: number): string {
  const head = 'name,businessOwner,businessName,street,city,state,zip,website,phoneNumber,industry,externalId';
  const rows = Array.from(
    { length: count },
    (_, at) => `Client ${at},Ann,Shop ${at},1 Main,Bend,OR,97701,https://example.com,5415550100,Food,imported-${at}`,
  );
  return [head, ...rows].join('\n');
}

async function drafted(call: SendJson, path: string, file: string): Promise<Import> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'rows.csv');
  return await call<Import>('POST', path, form);
}

async function imported({ call, product, draft }: { call: SendJson; product: Server; draft: Import }) {
  const [before, began] = [memoryOf(product.pids[0] ?? 0), performance.now()];
  const repeat = draft.previous.length > 0 ? { repeat: 'add' } : {};
  await call('PATCH', `/api/imports/${draft.id}`, { status: 'running', ...repeat });
  let peak = before;
  for (;;) {
    const { status, problems } = await call<Import>('GET', `/api/imports/${draft.id}`);
    peak = Math.max(peak, memoryOf(product.pids[0] ?? 0));
    if (status === 'done') return { product: (performance.now() - began) / 1_000, growth: peak - before };
    if (status !== 'running') throw new Error(`The import is ${status}: ${JSON.stringify(problems)}`);
    await setTimeout(100);
  }
}

/** Inserts the same documents with the native driver into a collection with the same indexes, in batches. */
async function inserted(data: ReportRow['data'][], clients: Client[]): Promise<number> {
  const rows = mongoose.connection.collection('report_rows');
  const beside = mongoose.connection.collection('measured_rows');
  await beside.drop().catch(() => undefined);
  // The index on _id exists already.
  for (const { key, v: _version, ...options } of await rows.indexes())
    if (Object.keys(key).length > 1) await beside.createIndex(key, options);
  const time = new Date();
  const scope = clients[0]?.treeScope.map((each) => new mongoose.Types.ObjectId(each)) ?? [];
  const fixed = { kind: 'AgencyOrder', batch: 'rows', hidden: false, importNumber: 1, revision: 1 };
  const began = performance.now();
  for (let at = 0; at < data.length; at += 2_000)
    await beside.insertMany(
      data
        .slice(at, at + 2_000)
        .map((each) => ({ ...fixed, treeScope: scope, createdAt: time, updatedAt: time, data: each })),
      { ordered: false },
    );
  return (performance.now() - began) / 1_000;
}
