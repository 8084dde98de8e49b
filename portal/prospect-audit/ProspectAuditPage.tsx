import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Outlet, type RouteObject, useNavigate } from 'react-router-dom';
import { readAddress } from '#schemas/audits/address.ts';
import { auditOutcomes } from '#schemas/audits/outcomes.ts';
import { ProspectAudit as schema } from '#schemas/generated/registry.ts';
import type { ProspectAudit, ProspectAuditInput } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { fieldErrors } from '../editing/autosaveBackoff.ts';
import { inputModeOf } from '../forms/inputMode.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { AuthorizedPage } from '../frame/AuthorizedPage.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { ListBody } from '../lists/ListBody.tsx';
import { pageSize, useListState, useRowSelection } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { DataTable, type DataTableColumn } from '../look/DataTable.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './Audit.module.css';
import { AuditPage } from './AuditPage.tsx';

/** Loaded when the first row is selected. */
const SelectionBar = lazyComponent(async () => (await import('../lists/SelectionBar.tsx')).SelectionBar);

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

/** The columns of the CSV download. */
const auditColumns =
  'businessName,outcome,score,businessUrl,businessPhone,businessCity,businessState,organization,repEmail,userId,createdAt';

/** The page that starts audits of prospects and lists earlier ones. */
function ProspectAuditPage() {
  const { user, ability } = useSignedIn();
  const { page, search, sort, change, hrefOfPage, onSort } = useListState('-createdAt');
  const query = { search, sort };
  const list = useQuery(listOf('prospect_audit', { ...query, page: page + 1, limit: pageSize }));
  const { selection, onSelect, checkboxes } = useRowSelection(query);
  return (
    <>
      <PageHead title="Prospect Audit" />
      {ability.can('create', 'ProspectAudit') && <NewAuditForm email={user.email} />}
      <h2>Earlier audits</h2>
      <ListBody
        filters={<SearchField label="Search audits" value={search} onSearch={(text) => change({ search: text })} />}
        list={list}
        page={page}
        things="audits"
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
            selection={checkboxes(rows, ({ businessName }) => businessName)}
          />
        )}
      </ListBody>
      {selection && (
        <SelectionBar
          things="audits"
          path="prospect_audit"
          page={list.data}
          csv={{ columns: auditColumns, populate: 'user' }}
          {...{ selection, onSelect, query }}
        />
      )}
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

/** The layout of the form, row by row. */
const rows = [
  ['businessName', 'businessUrl'],
  ['addressSearch'],
  ['businessBuildingNo', 'businessStreet'],
  ['businessCity', 'businessState', 'businessZip'],
  ['businessPhone', 'organization'],
  ['stationPartner', 'repEmail'],
] as const satisfies readonly (readonly (keyof ProspectAuditInput)[])[];

type Name = (typeof rows)[number][number];
type Typed = Partial<Record<Name, string>>;

const hints: Partial<Record<Name, string>> = {
  businessUrl: 'Leave this empty if there is no website. The report says what that means.',
  addressSearch:
    'Enter the whole address on one line to fill in the fields below, such as 12 Main Street, Springfield, MI 49007.',
};

/** The form that starts an audit. */
function NewAuditForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [typed, setTyped] = useState<Typed>({ repEmail: email });
  const [isTried, setTried] = useState(false);
  const startAudit = useMutation({
    mutationFn: () => request<ProspectAudit>({ method: 'POST', path: 'prospect_audit', body: bodyOf(typed) }),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ['prospect_audit'] });
      await navigate(`/prospect_audit/${id}`);
    },
  });
  const isNameless = !typed.businessName?.trim();
  const faults = fieldErrors(startAudit.error);
  const errorOf = (name: Name) =>
    name === 'businessName' && isTried && isNameless
      ? 'Missing required field: Business name'
      : faults.find(({ path }) => path === `/${name}`)?.message;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isNameless) event.currentTarget.querySelector('input')?.focus();
    else if (!startAudit.isPending) startAudit.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="New audit">
      {rows.map((row) => (
        <div key={row[0]} className={styles.row}>
          {row.map((name) => (
            <LabeledInput
              key={name}
              label={schema.properties[name]?.title ?? name}
              hint={hints[name]}
              isRequired={name === 'businessName'}
              maxLength={schema.properties[name]?.maxLength}
              inputMode={inputModeOf(schema.properties[name] ?? {})}
              autoComplete="off"
              error={errorOf(name)}
              value={typed[name] ?? ''}
              onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
              onBlur={name === 'addressSearch' ? () => setTyped(filledIn) : undefined}
            />
          ))}
        </div>
      ))}
      {startAudit.error && faults.length === 0 && <Banner status="error" title={startAudit.error.message} />}
      <div>
        <Button type="submit" kind="primary" isBusy={startAudit.isPending}>
          Start audit
        </Button>
      </div>
    </form>
  );
}

/** Parses the address search and fills in the address fields that are still empty. */
function filledIn(typed: Typed): Typed {
  const parts = Object.entries(readAddress(typed.addressSearch ?? '')).filter(([, value]) => value !== '');
  const typedValues = Object.entries(typed).filter(([, value]) => value?.trim());
  return { ...typed, ...Object.fromEntries(parts), ...Object.fromEntries(typedValues) };
}

/** Returns the request body: the non-empty values, trimmed. */
const bodyOf = (typed: Typed): object => ({
  status: 'processing',
  ...Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  ),
});
