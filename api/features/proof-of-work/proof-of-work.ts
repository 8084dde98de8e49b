import { ProofOfWork as schema } from '#schemas/generated/registry.ts';
import type { Order, ProofOfWork } from '#schemas/generated/types.ts';
import { fieldsOf } from '#schemas/resource/resource.ts';
import { bulkRows, findStoredRows, idFieldOf } from '../../engine/imports/bulk-rows.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import type { Importable, ReadRow, RowFault } from '../../engine/imports/importable.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRecord } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

/** Hooks of proof of work, which belongs to an order and optionally to one of its lines. */
export const proofOfWork: ResourceHooks<ProofOfWork> = {
  visibilityCondition: visibleImportsFilter,
  async beforeWrite({ current, changes }) {
    const id = changes.orderId ?? current?.orderId;
    const isMoved = changes.orderId !== undefined || changes.orderProductId !== undefined;
    if (!isMoved || !id) return changes;
    const order = await storeOf('Order').findOne({ _id: id });
    const line = changes.orderProductId ?? current?.orderProductId;
    if (line && !order?.products.some((each) => each.id === line))
      throw invalidRecord([{ path: '/orderProductId', value: line, message: 'The order has no such line' }]);
    return changes;
  },
};

/** Columns that a CSV file may set. The place in the tree follows from the order. */
const columns = ['orderId', 'orderProductId', 'name', 'date', 'module', 'notes', 'status'];

const fields = [
  ...idFieldOf('ProofOfWork'),
  ...fieldsOf(schema, schema.title).filter(({ name }) => columns.includes(name)),
];

/** CSV import of proof of work: each row references its order by code or id. */
export const importProof: Importable = {
  fields: () => fields,
  totals: { nameFields: ['orderId'], amounts: [] },
  keys: [],
  begin: (imported, viewer) => ({
    resolve: async (rows) => {
      const { batch, number } = imported;
      const orders = await ordersByReference(rows.map(orderIn));
      const faults = rows.flatMap((row): RowFault[] => {
        const fault = faultOf(row, orders.get(orderIn(row)));
        return fault ? [{ line: row.line, ...fault }] : [];
      });
      const isFaulty = new Set(faults.map(({ line }) => line));
      const valid = rows.flatMap((row) => {
        const order = orders.get(orderIn(row));
        return order && !isFaulty.has(row.line) ? [{ row, order }] : [];
      });
      const withIds = valid.map(({ row, order }) => ({ ...row, values: { ...row.values, orderId: order.id } }));
      const known = await findStoredRows({ name: 'ProofOfWork', imported, viewer }, withIds);
      const proof = valid
        .filter(({ row }) => known.isNew(row))
        .map(({ row, order }) => ({ ...proofIn(row, order), batch, importNumber: number }));
      const found = { faults: [...faults, ...known.faults], unmatched: [], unchanged: known.unchanged };
      return bulkRows(found, rows, () => storeOf('ProofOfWork').insertMany(proof));
    },
    end: async () => undefined,
  }),
};

const orderIn = ({ values }: ReadRow): string => String(values.orderId ?? '');

const hex = new RegExp(idPattern);

/** Loads the orders referenced by codes or ids. Returns them by the reference. */
async function ordersByReference(texts: string[]): Promise<Map<string, Order>> {
  const references = [...new Set(texts)].filter(Boolean);
  const only = ['refCode', 'treeScope', 'products'];
  const codes = references.map((each) => each.toUpperCase());
  const byCode = await storeOf('Order').find({ filter: { refCode: { $in: codes } }, only });
  const byId = await storeOf('Order').find({
    filter: { _id: { $in: references.filter((each) => hex.test(each)) } },
    only,
  });
  const codesOf = new Map(byCode.map((order) => [order.refCode, order]));
  const found = new Map(byId.map((order) => [order.id, order]));
  for (const text of references) {
    const order = codesOf.get(text.toUpperCase());
    if (order && !found.has(text)) found.set(text, order);
  }
  return found;
}

function faultOf(row: ReadRow, order: Order | undefined): { field: string; message: string } | undefined {
  if (!order)
    return { field: 'orderId', message: `There is no order with the code or id ${orderIn(row).slice(0, 50)}` };
  const line = row.values.orderProductId;
  if (line === undefined || order.products.some((each) => each.id === line)) return undefined;
  return { field: 'orderProductId', message: 'The order has no such line' };
}

/** The parsed values already match the field schemas. */
function proofIn({ values: { id: _id, ...values } }: ReadRow, { id, treeScope }: Order): Partial<ProofOfWork> {
  const own: Partial<ProofOfWork> = { orderId: id, treeScope, hidden: false };
  return Object.assign(values, own);
}
