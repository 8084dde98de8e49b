import { useQuery } from '@tanstack/react-query';
import { Outlet, type RouteObject } from 'react-router-dom';
import { auditOutcomes } from '#schemas/audits/outcomes.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { AuthorizedPage } from '../frame/AuthorizedPage.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { ListBody } from '../lists/ListBody.tsx';
import { pageSize, useListState } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { DataTable, type DataTableColumn } from '../look/DataTable.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { AuditPage } from './AuditPage.tsx';
import { NewAuditForm } from './NewAuditForm.tsx';

const name: DataTableColumn<ProspectAudit> = {
  key: 'businessName',
  title: 'Business',
  cell: ({ businessName }) => businessName,
};
const columns: DataTableColumn<ProspectAudit>[] = [
  { key: 'outcome', title: 'Outcome', isWideOnly: true, cell: standing },
  { key: 'score', title: 'Score', isNumber: true, cell: ({ score }) => score ?? '–' },
  {
    key: 'createdAt',
    title: 'Started',
    sort: 'createdAt',
    isWideOnly: true,
    cell: ({ createdAt }) => <RelativeTime instant={createdAt} />,
  },
];

/** The page that starts audits of prospects and lists earlier ones. */
function ProspectAuditPage() {
  const { user, ability } = useSignedIn();
  const { page, search, sort, change, hrefOfPage, onSort } = useListState('-createdAt');
  const list = useQuery(listOf('prospect_audit', { page: page + 1, limit: pageSize, search, sort }));
  return (
    <>
      <PageHead title="Prospect Audit" />
      {ability.can('create', 'ProspectAudit') && <NewAuditForm email={user.email} />}
      <h2>Earlier audits</h2>
      <ListBody
        filters={<SearchField label="Search audits" value={search} onSearch={(text) => change({ search: text })} />}
        list={list}
        page={page}
        hrefOfPage={hrefOfPage}
        empty={
          search ? (
            <EmptyState title={`No audits match “${search}”`}>Check the spelling, or try fewer letters.</EmptyState>
          ) : (
            <EmptyState title="No audits yet">
              An audit reviews a business's website, so that you have something to talk about.
            </EmptyState>
          )
        }
      >
        {(rows, isStale) => (
          <DataTable
            caption="Earlier audits"
            columns={[name, ...columns]}
            rows={rows}
            hrefOf={({ id }) => `/prospect_audit/${id}`}
            below={(audit) => [audit.businessCity, standing(audit)].filter(Boolean).join(', ')}
            sort={sort}
            onSort={onSort}
            isStale={isStale}
          />
        )}
      </ListBody>
    </>
  );
}

/** Returns the status of an audit in words. */
function standing({ outcome }: ProspectAudit): string {
  return outcome ? auditOutcomes[outcome].title : 'In progress';
}

const audits = { path: '/prospect_audit', title: 'Prospect Audit', recordType: 'ProspectAudit' } as const;

export const auditRoutes: RouteObject[] = [
  {
    element: <AuthorizedPage route={audits}>{<Outlet />}</AuthorizedPage>,
    children: [
      { path: audits.path, element: <ProspectAuditPage /> },
      { path: `${audits.path}/:auditId`, element: <AuditPage /> },
    ],
  },
];
