import type { ReportRow } from '#schemas/generated/types.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/declaration.ts';
import { store } from '../resource/store.ts';
import { fieldsOfKind } from './kept-rows.ts';

/** Rows of reports: each kind has its own data, and what a row names puts it in the tree (design 8). */
export const reportRows: Declaration<ReportRow> = {
  async beforeWrite({ current, changes }) {
    const { data } = changes;
    if (data === undefined) return changes;
    const kind = current?.kind ?? changes.kind;
    const own = kind ? fieldsOfKind(kind).map(({ name }) => name) : [];
    const foreign = Object.keys(data).filter((field) => !own.includes(field));
    if (foreign.length > 0) {
      throw invalidRequest(
        'body',
        foreign.map((field) => ({ path: `/data/${field}`, message: `Not a field of the kind ${kind}` })),
      );
    }
    return { ...changes, treeScope: await placeOf(data) };
  },
};

const hex = /^[0-9a-f]{24}$/;
const idOr = (field: string, value: string) =>
  hex.test(value) ? { $or: [{ _id: value }, { [field]: value }] } : { [field]: value };

/** By the client's number or id, else the order's code or id, else the name of an entity; nowhere when none is found. */
async function placeOf({ agency_client_id, order_id, organization_name }: ReportRow['data']): Promise<string[]> {
  const client = agency_client_id ? await store('Client').findOne(idOr('externalId', agency_client_id)) : null;
  if (client) return client.treeScope;
  const order = order_id ? await store('Order').findOne(idOr('refCode', order_id)) : null;
  if (order) return order.treeScope;
  if (!organization_name) return [];
  const named = await store('Entity').find({
    filter: { $or: [{ name: organization_name }, { shortName: organization_name }] },
    limit: 2,
  });
  // A name that two entities have says nothing.
  return named.length === 1 ? (named[0]?.treeScope ?? []) : [];
}
