import { type ApiResponse, callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { test as base, expect } from './fixtures.ts';
import { startOrder } from './start-order.ts';

export { expect };

/** The seller whose orders these tests edit. */
export const seller = 'agency.user@example.com';

/** An order as another client edits it, independently of the page. */
type OrderElsewhere = {
  /** The URL path of the order's page. */
  address: string;
  formData: () => Promise<object>;
  /** Changes fields of the form data. */
  change: (fields: object) => Promise<void>;
  /** Saves the given properties of the order. */
  save: (body: object) => Promise<void>;
  /** Newest first. */
  versions: () => Promise<unknown>;
};

type Elsewhere = {
  elsewhere: (address: string) => OrderElsewhere;
  /** Signs the seller in, creates an order of a channel, and opens its page. */
  started: (channel?: string) => Promise<OrderElsewhere>;
};

/** Tests of concurrent edits by an administrator to the order whose page is open. */
export const concurrentOrderTest = base.extend<Elsewhere>({
  started: async ({ page, signInAs, elsewhere }, use) => {
    await use(async (channel) => {
      await signInAs(seller);
      return elsewhere(await startOrder(page, channel));
    });
  },
  elsewhere: async ({ product }, use) => {
    const call = callerOf(product.url);
    const cookies = await signIn({ call, dataDir: product.dataDir }, 'admin@example.com');
    await use((address) => {
      const path = `/api/orders/${new URL(address).pathname.split('/').at(-1)}`;
      const formData = async () => formDataOf(await call({ path, cookies }));
      const save = async (body: object) => {
        const saved = await call({ method: 'PATCH', path, cookies, body });
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      };
      return {
        address,
        formData,
        save,
        change: async (fields) => save({ formData: { ...(await formData()), ...fields } }),
        versions: async () => resultsOf(await call({ path: `${path}/versions`, cookies })),
      };
    });
  },
});

function formDataOf({ body }: ApiResponse): object {
  const found = typeof body === 'object' && body !== null && 'formData' in body ? body.formData : undefined;
  return typeof found === 'object' && found !== null ? found : {};
}

const resultsOf = ({ body }: ApiResponse): unknown =>
  typeof body === 'object' && body !== null && 'results' in body ? body.results : undefined;
