import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { maxBulkIds, maxBulkMatches } from '#schemas/bulk/bulk-jobs.ts';
import { type OrderBulkAction, offeredBulkActions } from '#schemas/orders/bulk-actions.ts';
import { moneyText } from '#schemas/texts/money.ts';
import type { NamedRecord, Page, PopulatedOrder } from '../../api/queries.ts';
import type { QueryValue } from '../../api/request.ts';
import { channelPath } from '../../channels/useChannels.ts';
import { CsvDownload } from '../../lists/CsvDownload.tsx';
import type { SelectedRows } from '../../lists/rowSelection.ts';
import { Button } from '../../look/Button.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { orderRights } from '../orderRights.ts';
import { BulkDialog, type BulkSelection } from './BulkDialog.tsx';
import styles from './SelectionBar.module.css';

/** A CSV download by ids must fit into an address. */
const maxCsvIds = 300;

const number = (count: number) => count.toLocaleString('en-US');

/**
 * The bar below the order list while rows are selected: how many, the sum of their amounts, and the actions that at
 * least one of them allows.
 */
export function SelectionBar({
  channel,
  selection,
  onSelect,
  page,
  query,
  csvColumns,
}: {
  channel: NamedRecord;
  selection: SelectedRows<PopulatedOrder>;
  onSelect: (selection: SelectedRows<PopulatedOrder> | undefined) => void;
  page: Page<PopulatedOrder> | undefined;
  /** The list's query, which selects everything that matches. */
  query: Record<string, QueryValue>;
  csvColumns: string[];
}) {
  const { user, ability } = useSignedIn();
  const navigate = useNavigate();
  const [act, setAct] = useState<OrderBulkAction>();
  const visible = page?.results ?? [];
  const total = page?.pagination.total ?? 0;
  const orders = selection.isAll ? visible : [...selection.rows.values()];
  const count = selection.isAll ? total : orders.length;
  const actions = offeredBulkActions(orders, {
    rightsOf: (order) => orderRights(ability, { ...order, actions: [], approval: null }, user),
    canCreate: ability.can('create', 'Order'),
  });
  const isPageSelected = visible.every(({ id }) => selection.rows.has(id));
  const ids = orders.map(({ id }) => id);
  const selected: BulkSelection = selection.isAll ? { query: textsOf(query) } : { ids };
  const isTooMany = !selection.isAll && count > maxBulkIds;
  const isTooWide = page?.pagination.totalIsMinimum ?? false;
  return (
    <section className={styles.bar} aria-label="Selected orders">
      <p role="status" className={styles.count}>
        <span>{selection.isAll ? `All ${number(count)} selected` : `${number(count)} selected`}</span>
        {!selection.isAll && <span className={styles.sum}>{moneyText(sumOf(orders)) || 'No amounts'}</span>}
        {isTooMany && <span>{`At most ${number(maxBulkIds)} can be changed at once`}</span>}
      </p>
      {!selection.isAll && !isPageSelected && (
        <Button
          kind="quiet"
          onClick={() =>
            onSelect({
              ...selection,
              rows: new Map([...selection.rows, ...visible.map((each) => [each.id, each] as const)]),
            })
          }
        >
          {`Select all ${visible.length} on this page`}
        </Button>
      )}
      {!selection.isAll && total > visible.length && (
        <Button kind="quiet" onClick={() => onSelect({ ...selection, isAll: true })} disabled={isTooWide}>
          {isTooWide ? `More than ${number(maxBulkMatches)} match` : `Select all ${number(total)} that match`}
        </Button>
      )}
      <Button kind="quiet" aria-label="Clear selection" onClick={() => onSelect(undefined)}>
        Clear
      </Button>
      <div className={styles.actions}>
        {(selection.isAll || count <= maxCsvIds) && (
          <CsvDownload
            key={JSON.stringify(selected)}
            path="orders"
            query={{
              ...(selection.isAll ? query : { id: ids, sort: query.sort }),
              columns: csvColumns,
              populate: 'client,user,channel',
            }}
            total={count}
          />
        )}
        {actions.map((each) => (
          <Button key={each.label} disabled={isTooMany} onClick={() => setAct(each)}>
            {each.label}
          </Button>
        ))}
      </div>
      {act && (
        <BulkDialog
          action={act}
          selection={selected}
          count={count}
          onStarted={(job) => void navigate(channelPath(channel, `orders?bulk=${job.id}`))}
          onClose={() => setAct(undefined)}
        />
      )}
    </section>
  );
}

/** The sum of the orders' amounts; undefined if none has one. */
export function sumOf(orders: readonly Pick<PopulatedOrder, 'amount'>[]): number | undefined {
  const amounts = orders.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  // Amounts have two decimals, which do not add up exactly in binary.
  return amounts.length === 0 ? undefined : Math.round(amounts.reduce((sum, each) => sum + each * 100, 0)) / 100;
}

/** A list query as texts, without empty values, as the address of a request has them. */
function textsOf(query: Record<string, QueryValue>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
