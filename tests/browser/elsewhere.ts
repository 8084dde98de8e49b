import { type Answer, callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { test as base, expect } from './fixtures.ts';

export { expect };

/** An order as somebody else has it, who knows nothing of what the page shows. */
type OrderElsewhere = {
  formData: () => Promise<object>;
  /** Changes fields of the form's data. */
  change: (fields: object) => Promise<void>;
  /** Newest first. */
  versions: () => Promise<unknown>;
};

/** Tests of what an administrator does elsewhere to the order whose page has the address. */
export const test = base.extend<{ elsewhere: (address: string) => OrderElsewhere }>({
  elsewhere: async ({ product }, use) => {
    const call = callerOf(product.url);
    const cookies = await signIn({ call, dataDir: product.dataDir }, 'admin@example.com');
    await use((address) => {
      const path = `/api/orders/${new URL(address).pathname.split('/').at(-1)}`;
      const formData = async () => formDataOf(await call({ path, cookies }));
      return {
        formData,
        change: async (fields) => {
          const body = { formData: { ...(await formData()), ...fields } };
          const changed = await call({ method: 'PATCH', path, cookies, body });
          expect(changed.status, JSON.stringify(changed.body)).toBe(200);
        },
        versions: async () => resultsOf(await call({ path: `${path}/versions`, cookies })),
      };
    });
  },
});

function formDataOf({ body }: Answer): object {
  const found = typeof body === 'object' && body !== null && 'formData' in body ? body.formData : undefined;
  return typeof found === 'object' && found !== null ? found : {};
}

const resultsOf = ({ body }: Answer): unknown =>
  typeof body === 'object' && body !== null && 'results' in body ? body.results : undefined;
