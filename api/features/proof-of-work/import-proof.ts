import { ProofOfWork as schema } from '#schemas/generated/registry.ts';
import type { Order, ProofOfWork } from '#schemas/generated/types.ts';
import { fieldsOf } from '#schemas/resource/resource.ts';
import { bulkRows, type Importable, type ReadRow, type ResolvedRows } from '../../engine/imports/importable.ts';
import { storeOf } from '../../engine/store/store.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

/** Columns that a CSV file may set. The place in the tree follows from the order. */
const columns = ['orderId', 'orderProductId', 'name', 'date', 'module', 'notes', 'status'];

const fields = fieldsOf(schema, schema.title).filter(({ name }) => columns.includes(name));

/** CSV import of proof of work: each row references its order by code or id. */
export const importProof: Importable = {
  fields: () => fields,
  totals: { nameFields: ['orderId'], amounts: [] },
  keys: [],
  begin: ({ batch, number }) => ({
    resolve: async (rows) => {
      const orders = await ordersByReference(rows.map(orderIn));
      const faults: ResolvedRows['faults'] = [];
      const proof = rows.flatMap((row): Partial<ProofOfWork>[] => {
        const order = orders.get(orderIn(row));
        const fault = faultOf(row, order);
        if (fault) faults.push({ line: row.line, ...fault });
        return fault || !order ? [] : [{ ...proofIn(row, order), batch, importNumber: number }];
      });
      return bulkRows({ faults, unmatched: [] }, rows, () => storeOf('ProofOfWork').insertMany(proof));
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
function proofIn({ values }: ReadRow, { id, treeScope }: Order): Partial<ProofOfWork> {
  const own: Partial<ProofOfWork> = { orderId: id, treeScope, hidden: false };
  return Object.assign(values, own);
}
