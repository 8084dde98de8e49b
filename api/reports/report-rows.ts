import type { ReportRow } from '#schemas/generated/types.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
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

/**
 * By the client's number, which only an ADMIN sets, or id; else by the order's code or id; else by the name of one agency.
 * Nowhere when none is found. What an agency may write itself, such as the name of a client, catches no row of another.
 */
async function placeOf({ agency_client_id, order_id, organization_name }: ReportRow['data']): Promise<string[]> {
  const client = agency_client_id ? await store('Client').findOne(idOr('externalId', agency_client_id)) : null;
  if (client) return client.treeScope;
  const order = order_id ? await store('Order').findOne(idOr('refCode', order_id)) : null;
  if (order) return order.treeScope;
  return organization_name ? await placeOfAgency(organization_name) : [];
}

/**
 * An entity by its id, else by a name that no other has; a branch does not take the name from an agency, which only an ADMIN
 * makes. The places of clients are not asked: their names are the clients'.
 */
async function placeOfAgency(name: string): Promise<string[]> {
  const byId = hex.test(name) ? await store('Entity').findOne({ _id: name, subType: 'abstract' }) : null;
  if (byId) return byId.treeScope;
  const filter = { subType: 'abstract', $or: [{ name }, { shortName: name }] };
  // Those without a parent come first.
  const [first, second] = await store('Entity').find({ filter, sort: ['parent'], limit: 2 });
  const isAlone = first && (!second || (first.parent === null && second.parent !== null));
  return isAlone ? first.treeScope : [];
}
