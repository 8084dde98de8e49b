import type { ClientInput, ProspectAudit } from '#schemas/generated/types.ts';
import { emptyClient } from '../clients/clientFields.ts';

/** The client that an audit tells of, as far as it does. */
export function clientOf(audit: ProspectAudit): ClientInput {
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
