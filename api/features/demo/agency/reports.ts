import type { Client, Order, ProofOfWork, Report, ReportRow } from '#schemas/generated/types.ts';
import { demoId, seededFaker } from './seeded.ts';

const rowsPerClient = 4;

/** The client properties that a row copies. */
type RowClient = Pick<Client, 'id' | 'name' | 'businessName' | 'industry' | 'treeScope'>;

const groups = ['Radio', 'Digital', 'Events', 'Production'];
const channels = ['Direct', 'Agency', 'Online'];

export function demoReport(): Partial<Report> {
  return { id: demoId('report', 'revenue'), name: 'Agency revenue', kind: 'AgencyOrder', config: {} };
}

/** Generates report rows of the twelve months before `now` in one batch, each at its client's entity. */
export function demoRows(clients: RowClient[], now: Date): Partial<ReportRow>[] {
  const random = seededFaker(7);
  return clients.flatMap((client, place) =>
    Array.from({ length: rowsPerClient }, (_, number) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - random.number.int({ max: 11 }), 1));
      const revenue = random.number.int({ min: 4, max: 90 }) * 125;
      return {
        id: demoId('report-row', `${place}/${number}`),
        kind: 'AgencyOrder' as const,
        batch: 'first-import',
        hidden: false,
        treeScope: client.treeScope,
        data: {
          agency_client_id: client.id,
          customer_name: client.name,
          company_name: client.businessName,
          industry: client.industry,
          fiscal_year: month.getUTCFullYear(),
          fiscal_month: month.toISOString().slice(5, 7),
          fiscal_year_month: month.toISOString().slice(0, 7),
          product_group: random.helpers.arrayElement(groups),
          sales_channel: random.helpers.arrayElement(channels),
          revenue,
          net_revenue: Math.round(revenue * random.number.float({ min: 0.55, max: 0.8 })),
          months_active: random.number.int({ min: 1, max: 24 }),
        },
      };
    }),
  );
}

/** Generates proofs of work for completed orders. */
export function demoProof(
  orders: Pick<Order, 'id' | 'products' | 'treeScope' | 'submissionDate'>[],
): Partial<ProofOfWork>[] {
  return orders.map(({ id, products: [line], treeScope, submissionDate }, number) => ({
    id: demoId('proof', id),
    batch: 'first-import',
    hidden: false,
    orderId: id,
    ...(line ? { orderProductId: line.id } : {}),
    name: number % 2 === 0 ? 'Spot log' : 'Screenshots of the pages',
    date: submissionDate ?? new Date(0).toISOString(),
    module: null,
    notes: null,
    status: number % 5 === 0 ? 'in review' : 'delivered',
    treeScope,
  }));
}
