import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { recordSchema } from '../resource/schemas/record-schema.ts';
import { shareKind } from '../shares/share-kind.ts';
import { resource } from '../store/model.ts';
import { store } from '../store/store.ts';

/** What of an audit its printed report says: the business, and nothing of who asked. */
const ofAudit = [
  ...['businessName', 'businessUrl', 'businessPhone', 'businessBuildingNo', 'businessStreet'],
  ...['businessCity', 'businessState', 'businessZip', 'status', 'outcome'],
] as const satisfies readonly (keyof ProspectAudit)[];

/** What of the report. */
const ofReport = [
  'outcome',
  'reason',
  'score',
  'visitedUrl',
  'visitedAt',
  'sections',
] as const satisfies readonly (keyof AuditReport)[];

/** What whoever has a link sees of an audit: its last report. */
export const auditShare = shareKind('ProspectAudit', {
  shown: {
    type: 'object',
    properties: {
      audit: partOf('ProspectAudit', ofAudit),
      report: { oneOf: [partOf('AuditReport', ofReport), { type: 'null' }] },
    },
    required: ['audit', 'report'],
    additionalProperties: false,
  },
  nameOf: ({ businessName }) => businessName,
  show: async (audit) => ({
    audit,
    report: audit.reportId ? await store('AuditReport').findOne({ _id: audit.reportId }) : null,
  }),
});

/** The schema of a record cut to some of its fields. */
function partOf(name: 'ProspectAudit' | 'AuditReport', fields: readonly string[]) {
  const properties = Object.entries(Object(recordSchema(resource(name)).properties));
  return {
    type: 'object',
    properties: Object.fromEntries(properties.filter(([field]) => fields.includes(field))),
    additionalProperties: false,
  };
}
