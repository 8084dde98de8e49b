import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { recordSchema } from '../../engine/resource/schemas/record-schema.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { shareKind } from '../shares/share-kind.ts';

/** Audit fields in the printed report: the business, but not the user who requested the audit. */
const auditFields = [
  ...['businessName', 'businessUrl', 'businessPhone', 'businessBuildingNo', 'businessStreet'],
  ...['businessCity', 'businessState', 'businessZip', 'status', 'outcome'],
] as const satisfies readonly (keyof ProspectAudit)[];

/** Report fields in the printed report. */
const reportFields = [
  'outcome',
  'reason',
  'score',
  'visitedUrl',
  'visitedAt',
  'sections',
] as const satisfies readonly (keyof AuditReport)[];

/** Share link of an audit: its latest report. */
export const auditShare = shareKind('ProspectAudit', {
  shown: {
    type: 'object',
    properties: {
      audit: partOf('ProspectAudit', auditFields),
      report: { oneOf: [partOf('AuditReport', reportFields), { type: 'null' }] },
    },
    required: ['audit', 'report'],
    additionalProperties: false,
  },
  nameOf: ({ businessName }) => businessName,
  show: async (audit) => ({
    audit,
    report: audit.reportId ? await storeOf('AuditReport').findOne({ _id: audit.reportId }) : null,
  }),
});

/** A record's schema reduced to some fields. */
function partOf(name: 'ProspectAudit' | 'AuditReport', fields: readonly string[]) {
  const properties = Object.entries(Object(recordSchema(resource(name)).properties));
  return {
    type: 'object',
    properties: Object.fromEntries(properties.filter(([field]) => fields.includes(field))),
    additionalProperties: false,
  };
}
