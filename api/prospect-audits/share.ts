import { shareKind } from '../shares/share-kind.ts';

/** What whoever has a link sees of an audit. */
export const auditShare = shareKind('ProspectAudit', {
  shown: {
    type: 'object',
    properties: {
      businessName: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time' },
    },
    required: ['businessName', 'createdAt'],
    additionalProperties: false,
  },
  nameOf: ({ businessName }) => businessName,
  show: async ({ businessName, createdAt }) => ({ businessName, createdAt }),
});
