import { searchWords } from './0001-search-words.ts';
import { recordsInLists } from './0002-records-in-lists.ts';
import { formVersions } from './0003-form-versions.ts';
import { verifiedAddresses } from './0004-verified-addresses.ts';
import { treeScopes } from './0005-tree-scopes.ts';
import { externalIds } from './0006-external-ids.ts';
import { revisionsAndExpiry } from './0007-revisions-and-expiry.ts';
import { versionCounts } from './0008-version-counts.ts';
import { rightsAsConditions } from './0009-rights-as-conditions.ts';
import { jobsMigration } from './0011-jobs.ts';
import { openVersions } from './0016-open-versions.ts';
import { namedSearchWords } from './0017-named-search-words.ts';
import { waitingOrders } from './0018-waiting-orders.ts';
import { mailKinds } from './0019-mail-kinds.ts';
import { auditKinds } from './0020-audit-kinds.ts';
import { importedRows } from './0021-imported-rows.ts';
import { knowledgeBaseWords } from './0022-knowledge-base-words.ts';
import { orderColumns } from './0023-order-columns.ts';
import { orderAmounts } from './0024-order-amounts.ts';
import { orderNames } from './0025-order-names.ts';
import { reportRowDates } from './0026-report-row-dates.ts';
import { auditSignatures } from './0032-audit-signatures.ts';
import { versionDocuments } from './0033-version-documents.ts';
import { reportTotalsName } from './0034-report-totals.ts';
import { orderIndexes } from './0036-order-indexes.ts';
import { clientWebsites } from './0037-client-websites.ts';
import { orderCounts } from './0038-order-counts.ts';
import { emailSearchWords } from './0039-email-words.ts';
import { orderIndustries } from './0040-order-industries.ts';
import { sealedKeyIds } from './0041-sealed-key-ids.ts';
import { retentionTimes } from './0042-retention.ts';
import { treePaths } from './0043-tree-paths.ts';
import { referenceLocksMoved } from './0044-reference-locks.ts';
import type { Migration } from './steps/migration.ts';

/** Registry of all migrations in order. Add one as a file beside this one and a line here. */
export const migrations: Migration[] = [
  searchWords,
  recordsInLists,
  formVersions,
  verifiedAddresses,
  treeScopes,
  externalIds,
  revisionsAndExpiry,
  versionCounts,
  rightsAsConditions,
  jobsMigration,
  openVersions,
  namedSearchWords,
  waitingOrders,
  mailKinds,
  auditKinds,
  importedRows,
  knowledgeBaseWords,
  orderColumns,
  orderAmounts,
  orderNames,
  reportRowDates,
  auditSignatures,
  versionDocuments,
  reportTotalsName,
  orderIndexes,
  clientWebsites,
  orderCounts,
  emailSearchWords,
  orderIndustries,
  sealedKeyIds,
  retentionTimes,
  treePaths,
  referenceLocksMoved,
];
