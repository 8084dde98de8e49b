import fc from 'fast-check';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Viewer, viewerNow } from '#api/engine/access/viewer.ts';
import { type Column, columnsOf } from '#api/engine/resource/lists/columns.ts';
import { streamCsv } from '#api/engine/resource/lists/csv.ts';
import { populatedNames } from '#api/engine/resource/lists/populate.ts';
import { transcodeCsv } from '#api/engine/resource/lists/transcode-csv.ts';
import { visibleResource } from '#api/engine/resource/lists/visible-resource.ts';
import { model, type ResourceName, resource, type StoredDocument, storedNames } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import { type Api, startApi } from './server.ts';

const { Binary, Decimal128, Long, ObjectId } = mongoose.mongo;

let api: Api;
let admin: Viewer;
beforeAll(async () => {
  api = await startApi({ DEMO: 'on' });
  const user = await storeOf('User').findOne({ 'emailAddresses.address': 'admin@example.com' });
  const viewer = await viewerNow(user?.id ?? '');
  if (!viewer) throw new Error('No administrator');
  admin = viewer;
});
afterAll(() => api.close());

/** Columns inside free-form maps, as forms and reports define them. */
const mapColumns = (name: ResourceName): Column[] =>
  resource(name)
    .fields.filter(({ kind }) => kind === 'map')
    .flatMap((field) =>
      (['text', 'number', 'dateTime', 'date'] as const).flatMap((kind) =>
        ['a', 'b.a', 'b.b.a'].map((path) => ({
          ...{ name: `${field.name}.${path}`, label: `${path} ${kind}`, kind, valueKind: kind, decimals: 2 },
          ...{ isFree: false, isHidden: false },
        })),
      ),
    );

interface Choice {
  /** Whether references are written as names. */
  isPopulated?: boolean;
  timeZone?: string;
}

/** All columns of a resource that need no records, as both ways write them. */
async function exportOf(name: ResourceName, { isPopulated = false, timeZone }: Choice) {
  const visible = await visibleResource({
    ...{ resource: resource(name), mapColumns: undefined, viewer: admin, filters: {} },
  });
  const populate = isPopulated ? visible.fields.flatMap(populatedNames) : [];
  const options = { viewer: admin, populate, timeZone, name };
  const columns = [...columnsOf(visible), ...mapColumns(name)].filter(
    (column) =>
      transcodeCsv({ ...options, columns: [column], storedRows: storeOf(name).storedBatches({}, 1) }) !== undefined,
  );
  const found = { only: [...columns.map((column) => column.name).filter((path) => path !== 'id'), 'revision'] };
  const state = { converted: 0 };
  async function* storedRows() {
    for await (const rows of storeOf(name).storedBatches(found, 100))
      yield rows.map(({ bson, record }) => {
        const counted = () => {
          state.converted += 1;
          return record();
        };
        return { bson, record: counted };
      });
  }
  const source = { ...options, columns };
  const transcoded = transcodeCsv({ ...source, storedRows: storedRows() });
  if (!transcoded) throw new Error(`An export of ${name} is not transcoded`);
  const usual = await textOf(streamCsv({ ...source, rows: storeOf(name).batches(found, 100) }));
  return { transcoded: await textOf(transcoded), usual, state };
}

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all).toString();
}

const choices: Choice[] = [{}, { timeZone: 'America/New_York' }, { isPopulated: true }];

it.each(choices)('exports the rows of long lists without converting them to records: %j', async (choice) => {
  for (const name of ['Order', 'Client', 'User', 'Entity'] as const) {
    const { transcoded, usual, state } = await exportOf(name, choice);
    expect(transcoded).toBe(usual);
    expect({ name, isLong: usual.split('\n').length > 10, ...state }).toEqual({ name, isLong: true, converted: 0 });
  }
});

const texts = fc.oneof(
  fc.constantFrom(
    '',
    '=1',
    "'=1",
    "''+1",
    '-1',
    '@',
    '\t',
    '\r',
    '＝1',
    '－',
    "'＠",
    'ｘ',
    'a, b',
    '"',
    'a"\r\nb',
    '; ',
  ),
  fc.constantFrom(
    '2026-03-08',
    '2026-07-01T15:30:59.000Z',
    '12:30',
    'Ünïcödé 用户 😀',
    '\ufeffa',
    'sealed:2:x',
    'a\0b',
  ),
  fc.string({ unit: 'binary' }),
);

const scalars = fc.oneof(
  texts,
  fc.constantFrom(0, -0, 1, -5, 0.1 + 0.2, -19.9, 1e21, 1e-7, 2 ** 53, Number.NaN, Number.NEGATIVE_INFINITY),
  fc.constantFrom<unknown>(true, false, null, Long.fromNumber(-7), Long.MAX_VALUE, Decimal128.fromString('1.5')),
  fc.constantFrom<unknown>(new Binary(Buffer.from('a')), /a/, new ObjectId('65a1b2c3d4e5f60718293a4b')),
  fc.date({ noInvalidDate: true }),
);

/** Any values, in objects with names that columns have. */
const { odd } = fc.letrec((tie) => ({
  odd: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('odd'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'name', 'mimeType', '$ref', '1'), tie('odd'), { maxKeys: 3 }),
  ),
}));

/** Free-form maps, mostly with the texts that `mapColumns` expects. */
const { maps } = fc.letrec((tie) => ({
  maps: fc.record(
    { a: fc.oneof({ weight: 20, arbitrary: texts }, odd), b: fc.oneof({ depthSize: 'small' }, odd, tie('maps')) },
    { requiredKeys: [] },
  ),
}));

/** Values that fit a property, and a few that do not. */
function valuesOf(property: Property): fc.Arbitrary<unknown> {
  const kind = propertyKindOf(property, '');
  const fitting: fc.Arbitrary<unknown> =
    kind === 'object'
      ? documentsOf(Object.entries(property.properties ?? {}))
      : kind === 'list'
        ? fc.array(valuesOf(property.items ?? {}), { maxLength: 3 })
        : kind === 'map'
          ? maps
          : kind === 'reference'
            ? fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes))
            : kind === 'dateTime'
              ? fc.date({ noInvalidDate: true })
              : kind === 'number' || kind === 'integer' || kind === 'money'
                ? fc.oneof(fc.integer(), fc.double())
                : texts;
  return fc.oneof({ weight: 30, arbitrary: fitting }, { weight: 1, arbitrary: odd });
}

const documentsOf = (properties: [string, Property][]): fc.Arbitrary<StoredDocument> =>
  fc.record(Object.fromEntries(properties.map(([name, property]) => [name, valuesOf(property)])), { requiredKeys: [] });

it.each(storedNames)('exports odd values of %s as for records', async (name) => {
  const fields = resource(name).fields.filter((field) => field.name !== 'id');
  const documents = fc.sample(documentsOf(fields.map((field) => [field.name, field.property])), 150);
  const { collection } = model(name);
  // Some indexes reject such values.
  await collection.dropIndexes();
  await collection.insertMany(documents);
  for (const timeZone of [undefined, 'America/New_York']) {
    const { transcoded, usual } = await exportOf(name, timeZone === undefined ? {} : { timeZone });
    expect(transcoded.split('\n')).toEqual(usual.split('\n'));
  }
});
