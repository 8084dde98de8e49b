import type { ClientInput, ProspectAudit } from '#schemas/generated/types.ts';
import { emptyClient } from '../clients/clientFields.ts';

/** Prefills a client from the data of an audit. */
export function clientFromAudit(audit: ProspectAudit): ClientInput {
  const street = [audit.businessBuildingNo, audit.businessStreet].filter(Boolean).join(' ');
  return {
    ...emptyClient,
    name: audit.businessName,
    businessName: audit.businessName,
    businessAddress: {
      street,
      city: audit.businessCity ?? '',
      state: audit.businessState ?? '',
      zip: audit.businessZip ?? '',
    },
    website: audit.businessUrl ?? '',
    phoneNumber: audit.businessPhone ?? '',
  };
}
