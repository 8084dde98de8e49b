import type { Entity, Import, ReportRow } from '#schemas/generated/types.ts';
import { reportFields } from '#schemas/reports/report-config.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { bulkRows, findStoredRows, idFieldOf } from '../../engine/imports/bulk-rows.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import type { Importable, ImportRun, ReadRow, ResolvedRows, UnknownName } from '../../engine/imports/importable.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { afterCommit } from '../../engine/store/transaction.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { dataFields, withDataPrefix } from './report-filter.ts';
import { addBlock, countChange, countRow, markStale, type TotalsShare } from './totals.ts';
import { Cells } from './totals-block.ts';

/** A data field as column mappings name it. */
const inData = (name: string): string => `data.${name}`;

/** CSV import of report rows: columns become fields of `data`, and references are resolved for many rows at once. */
export const importRows: Importable = {
  fields: (kind) => [...idFieldOf('ReportRow'), ...(isKind(kind) ? withDataPrefix(reportFields(kind)) : dataFields)],
  totals: {
    nameFields: [
      ...['organization_name', 'company_name', 'customer_name', 'agency_client_id', 'order_id', 'referencenumber'],
      ...['wide_orbit_id', 'caption', 'product', 'product_code'],
    ].map(inData),
    amounts: ['revenue', 'net_revenue', 'vendor_split', 'total_vendor_spend', 'actual_vendor_spend'].map(inData),
  },
  keys: [],
  begin: (imported, viewer) => new Run(imported, viewer),
  onVisibilityChange: (imported) => markStale([shareOf(imported)]),
  async onDeleted({ number }) {
    await storeOf('ReportTotals').deleteMany({ importNumber: number });
  },
};

const isKind = (kind: Import['kind']): kind is ReportRow['kind'] & string => kind === 'AgencyOrder' || kind === 'Test';

const shareOf = ({ kind, number }: Import): TotalsShare => ({ kind: kind ?? '', importNumber: number });

/** Columns shown for a row that matches no place in the tree, so that somebody can correct the file, client or name. */
const referenceColumns = ['agency_client_id', 'order_id', 'organization_name'] as const;

/**
 * One import run. Totals are computed while rows are stored, under the same import number, so that both become visible
 * together.
 */
class Run implements ImportRun {
  readonly #imported: Import;
  readonly #viewer: Viewer;
  /** The organizations that names were mapped to by hand; null for none. */
  readonly #mapped: Map<string, string | null>;
  #cells = new Cells();

  constructor(imported: Import, viewer: Viewer) {
    this.#imported = imported;
    this.#viewer = viewer;
    const entities = imported.names.filter(({ type }) => type === 'Entity');
    this.#mapped = new Map(entities.map(({ text, record }) => [text, record]));
  }

  async resolve(all: ReadRow[]): Promise<ResolvedRows> {
    const { kind, batch, number } = this.#imported;
    if (!isKind(kind)) throw new Error(`There is no row kind ${kind}`);
    const search = { name: 'ReportRow', imported: this.#imported, viewer: this.#viewer } as const;
    const { unchanged, faults, isNew } = await findStoredRows(search, all);
    const read = all.filter(isNew);
    const data = read.map(dataOf);
    const places = await resolvePlaces(data.map((each) => this.#withMappedName(each)));
    const rows = data.map((each, index) => ({
      kind,
      batch,
      hidden: false,
      importNumber: number,
      data: each,
      treeScope: places[index] ?? [],
    }));
    const unmatched = read.flatMap(({ line }, index) => {
      const names = referenceColumns.map((name) => data[index]?.[name]).filter(Boolean);
      return places[index]?.length === 0
        ? [{ line, value: names.join(' · ') || 'No client, order or organization matches' }]
        : [];
    });
    const unknown = read.flatMap(({ line }, index): UnknownName[] => {
      const name = data[index]?.organization_name;
      const isUnknown = name && places[index]?.length === 0 && !this.#mapped.has(name);
      return isUnknown ? [{ line, type: 'Entity', text: name }] : [];
    });
    return bulkRows({ faults, unmatched, unknown, unchanged }, all, () => this.#store(rows));
  }

  /** The row with the id of the organization that its name was mapped to by hand. */
  #withMappedName(row: Data): Data {
    const id = this.#mapped.get(row.organization_name ?? '');
    return id === undefined ? row : { ...row, organization_name: id };
  }

  async #store(rows: Pick<ReportRow, 'data' | 'treeScope'>[]): Promise<void> {
    await storeOf('ReportRow').insertMany(rows);
    const full = this.#cells.isFull ? this.#cells : undefined;
    if (full) await addBlock(shareOf(this.#imported), full);
    // On commit only: a retried transaction must not count rows twice.
    afterCommit(() => {
      if (full) this.#cells = new Cells();
      for (const row of rows) countRow(this.#cells, row);
    });
  }

  async end(): Promise<void> {
    await addBlock(shareOf(this.#imported), this.#cells);
  }
}

/** A row's data. The parsed values already match the field schemas. */
const dataOf = ({ values }: ReadRow): ReportRow['data'] =>
  Object.assign<ReportRow['data'], object>(
    {},
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name.startsWith(inData('')) ? [[name.slice(inData('').length), value]] : [],
      ),
    ),
  );

type Data = ReportRow['data'];
/** Tree scope by the text that identifies it. */
type Places = Map<string, string[]>;

/**
 * Resolves the places of rows in bulk: by the client's external id (which only an ADMIN sets) or id, else by the
 * order's code or id, else by a unique agency name. An empty scope means that nothing matched. Texts that an agency can
 * write itself, such as client names, are not used, so that no agency can capture rows of another.
 */
async function resolvePlaces(rows: Data[]): Promise<string[][]> {
  const clients = await clientPlaces(rows.map((each) => each.agency_client_id));
  const byClient = rows.map(({ agency_client_id: id }) => (id ? clients.get(id) : undefined));
  const unresolved = rows.filter((_, index) => !byClient[index]);
  const orders = await orderPlaces(unresolved.map((each) => each.order_id));
  const byOrder = ({ order_id: id }: Data) => (id ? orders.get(id) : undefined);
  const names = unresolved.filter((each) => !byOrder(each)).map((each) => each.organization_name);
  const agencies = await agencyPlaces(names);
  const byName = ({ organization_name: name }: Data) => (name ? agencies.get(name) : undefined);
  return rows.map((row, index) => byClient[index] ?? byOrder(row) ?? byName(row) ?? []);
}

const hex = new RegExp(idPattern);

const distinct = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((each): each is string => typeof each === 'string' && each !== '')),
];

/** A client's own number takes precedence over an alias, the number of a client that was merged into another one. */
async function clientPlaces(texts: (string | null | undefined)[]): Promise<Places> {
  const keys = distinct(texts);
  const found = await loadByKey('Client', 'externalId', keys);
  const own = found.flatMap(({ id, externalId, treeScope }) =>
    [id, ...(externalId ? [externalId] : [])].map((key): [string, string[]] => [key, treeScope]),
  );
  const known = new Set(own.map(([key]) => key));
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length === 0) return new Map(own);
  const only = ['aliases', 'treeScope'];
  const merged = await storeOf('Client').find({ filter: { aliases: { $in: unknown } }, only });
  const byAlias = merged.flatMap(({ aliases = [], treeScope }) =>
    aliases.map((key): [string, string[]] => [key, treeScope]),
  );
  return new Map([...byAlias, ...own]);
}

async function orderPlaces(texts: (string | null | undefined)[]): Promise<Places> {
  const found = await loadByKey('Order', 'refCode', distinct(texts));
  return new Map(
    found.flatMap(({ id, refCode, treeScope }) => [id, refCode].map((key): [string, string[]] => [key, treeScope])),
  );
}

/** Loads records by id or another key: two short queries, each with its own index. */
async function loadByKey<Name extends 'Client' | 'Order'>(name: Name, key: string, keys: string[]) {
  if (keys.length === 0) return [];
  const ids = keys.filter((each) => hex.test(each));
  const only = [key, 'treeScope'];
  const byKey = await storeOf(name).find({ filter: { [key]: { $in: keys } }, only });
  const byId = ids.length > 0 ? await storeOf(name).find({ filter: { _id: { $in: ids } }, only }) : [];
  return [...byKey, ...byId];
}

/**
 * Resolves entities by id or by unique name. Agencies, which only an ADMIN creates, take precedence over branches with
 * the same name. Client entities are excluded, because clients choose their own names.
 */
async function agencyPlaces(texts: (string | null | undefined)[]): Promise<Places> {
  const keys = distinct(texts);
  if (keys.length === 0) return new Map();
  const ids = keys.filter((each) => hex.test(each));
  const names = { $or: [{ name: { $in: keys } }, { shortName: { $in: keys } }, { _id: { $in: ids } }] };
  const found = await storeOf('Entity').find({ filter: { subType: 'abstract', ...names } });
  return new Map(
    keys.flatMap((text): [string, string[]][] => {
      const place = placeNamed(text, found);
      return place ? [[text, place]] : [];
    }),
  );
}

function placeNamed(text: string, found: Entity[]): string[] | undefined {
  const byId = found.find(({ id }) => id === text);
  if (byId) return byId.treeScope;
  const nameMatches = found.filter(({ name, shortName }) => name === text || shortName === text);
  const agencies = nameMatches.filter(({ parent }) => parent === null);
  const [first, ...others] = agencies.length > 0 ? agencies : nameMatches;
  return others.length === 0 ? first?.treeScope : undefined;
}

/**
 * Hooks of report rows: each kind has its own data fields, and the references in a row determine its place in the tree
 * (design 8).
 */
export const reportRows: ResourceHooks<ReportRow> = {
  visibilityCondition: visibleImportsFilter,
  async beforeWrite({ current, changes }) {
    const { data } = changes;
    if (data === undefined) return changes;
    const kind = current?.kind ?? changes.kind ?? null;
    if (kind !== null && !isKind(kind))
      throw new ApiError('REQUEST_DENIED', { reason: 'This report shows orders, so it has no rows of its own to add' });
    const own = kind ? reportFields(kind).map(({ name }) => name) : [];
    const foreign = Object.keys(data).filter((field) => !own.includes(field));
    if (foreign.length > 0) {
      throw invalidRequest(
        'body',
        foreign.map((field) => ({ path: `/data/${field}`, message: `Not a field of the kind ${kind}` })),
      );
    }
    const [treeScope = []] = await resolvePlaces([data]);
    return { ...changes, treeScope };
  },
  async afterWrite(record, { action, current }) {
    await countChange(current, action === 'delete' ? null : record);
  },
};
