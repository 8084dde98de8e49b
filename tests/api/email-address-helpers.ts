import type { EmailAddress } from '#schemas/generated/types.ts';
import type { ApiResponse } from '#tests/product/call.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { type Agency, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

const numbers = { last: 0 };

/** An address that is unique within the test file. */
export function anAddress(): string {
  numbers.last += 1;
  return `further-${numbers.last}@example.com`;
}

/** Actions on a user's own addresses. */
export interface AddressActions {
  add(person: SignedInUser, address?: string): Promise<EmailAddress>;
  /** Requests the link that verifies an address; returns its token. */
  verification(person: SignedInUser, address: EmailAddress): Promise<string>;
  /** Opens a link in a person's session, or without one. */
  verify(person: Pick<SignedInUser, 'call'>, token: string): Promise<ApiResponse>;
  addVerified(person: SignedInUser, address?: string): Promise<EmailAddress>;
}

/** Two agencies, and actions on the addresses of their users. */
export interface TwoAgencies {
  api: Api;
  agency: Agency;
  other: Agency;
  addresses: AddressActions;
}

export async function startTwoAgencies(): Promise<TwoAgencies> {
  const api = await startApi();
  return { api, agency: await anAgency(api), other: await anAgency(api), addresses: addressActions(api) };
}

export function addressActions(api: Api): AddressActions {
  const addresses: AddressActions = {
    add: ({ call }, address = anAddress()) =>
      callExpecting(call, 201, { method: 'POST', path: '/api/email_addresses', body: { address } }),
    verification: async ({ call }, { id, address }) => {
      const mailbox = await openMailbox(api.config.dataDir, address);
      await callExpecting(call, 200, { method: 'POST', path: `/api/email_addresses/${id}/verify` });
      return new URL(signInLink(await mailbox.next(/Verify/))).hash.slice(1);
    },
    verify: ({ call }, token) => call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } }),
    addVerified: async (person, address) => {
      const added = await addresses.add(person, address);
      const { status } = await addresses.verify(person, await addresses.verification(person, added));
      if (status !== 200) throw new Error(`${added.address} was not verified: ${status}`);
      return added;
    },
  };
  return addresses;
}
