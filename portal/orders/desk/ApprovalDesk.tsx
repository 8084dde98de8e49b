import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isOverdue } from '#schemas/orders/approval-queue.ts';
import { dayText } from '#schemas/texts/moments.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { choicesOf, nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { localToday } from '../../forms/dates/days.ts';
import { useEverySecond } from '../../forms/useEverySecond.ts';
import { updateListParams } from '../../lists/listState.ts';
import { SearchField } from '../../lists/SearchField.tsx';
import { Button } from '../../look/Button.tsx';
import { EmbeddedPage } from '../../look/EmbeddedPage.tsx';
import { EmptyState } from '../../look/EmptyState.tsx';
import { Icon } from '../../look/Icon.tsx';
import { LoadError, staleRowsNotice } from '../../look/LoadError.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { HidesAccessButton } from '../history/hidesAccessButton.ts';
import { secondsToUndo } from '../lifecycle/ApprovalUndo.tsx';
import { prefetchOrder } from '../loading/orderQueries.ts';
import styles from './Desk.module.css';
import { DeskOrder, type DeskOrderProps, useLetterKeys } from './DeskOrder.tsx';
import {
  type DeskQueue,
  type DeskRow,
  deskFilters,
  marksOf,
  nextWaiting,
  rowBeside,
  useDeskQueue,
} from './deskQueue.ts';

type DeskProps = Pick<DeskOrderProps, 'userId' | 'rightsOf' | 'addressOf' | 'onOpen' | 'onSaved'>;

/**
 * The approvals desk: the queue at the left, the open order beside it in reading view, and the bar that decides about it
 * (look, 'Desk'). j and k move, a approves, r sends back, n writes a note. After a decision the next order opens; rows
 * keep their places. Both apps show it.
 */
export function ApprovalDesk(props: DeskProps) {
  const queue = useDeskQueue();
  const { rows, openId } = queue;
  const cache = useQueryClient();
  const [last, setLast] = useState<LastDecision>();
  const move = (step: 1 | -1) => {
    const row = rowBeside(rows, openId, step);
    if (row) queue.show(row.order.id);
  };
  useLetterKeys({ j: () => move(1), k: () => move(-1) });
  const pane = useRef<HTMLElement>(null);
  // The order that the page opens with does not take the focus.
  const named = queue.params.get('order');
  const [initial] = useState(named);
  const [hasMoved, setMoved] = useState(false);
  if (!hasMoved && named !== initial) setMoved(true);
  useEffect(() => {
    // The next order begins at its top, without a jump where that is in view.
    if (openId && (pane.current?.getBoundingClientRect().top ?? 0) < 0)
      pane.current?.scrollIntoView({ block: 'start' });
  }, [openId]);
  const nextId = nextWaiting(rows, openId)?.order.id;
  useEffect(() => {
    if (nextId) prefetchOrder(cache, nextId);
  }, [cache, nextId]);
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: ['orders', 'list'] });
    props.onSaved();
  };
  const waiting = rows.filter(({ decision }) => !decision).length;
  return (
    <div className={styles.desk} data-open={queue.isOpened || undefined}>
      <DeskFilters queue={queue} />
      <section className={styles.queue} aria-label="Queue">
        {queue.error && (
          <LoadError error={queue.error} safe={rows.length > 0 ? staleRowsNotice : ''} onRetry={queue.retry} />
        )}
        {queue.isSortLimited && (
          <p className={styles.soft} role="status">
            More than 10,000 orders match, so they are sorted by last change. Narrow the queue to sort by waiting time.
          </p>
        )}
        {queue.isLoading && <Skeleton lines={8} />}
        {!queue.isLoading && !queue.error && rows.length === 0 && <EmptyQueue queue={queue} />}
        <DeskRows queue={queue} />
        {rows.length > 0 && (
          <p className={styles.foot}>
            <span role="status">{countText(waiting, queue)}</span>
            <Button kind="quiet" onClick={queue.update}>
              Update list
            </Button>
          </p>
        )}
      </section>
      <section ref={pane} className={styles.order} aria-label="Order">
        <div className={styles.top}>
          <Button kind="quiet" className={styles.back} onClick={() => queue.show(null)}>
            Back to queue
          </Button>
          <LastDecisionText
            last={last}
            onUndone={(order) => {
              setLast(undefined);
              queue.mark(order.id, null);
              queue.show(order.id);
              void cache.invalidateQueries({ queryKey: ['orders'] });
              props.onSaved();
            }}
          />
        </div>
        {openId ? (
          <DeskOrder
            key={openId}
            id={openId}
            takesFocus={hasMoved}
            {...props}
            onSaved={refresh}
            onDecided={({ words }, before, { approval }) => {
              queue.mark(before.id, words.done);
              setLast({ order: before, text: words.done, approval });
              queue.show(nextWaiting(rows, before.id)?.order.id ?? null);
              props.onSaved();
            }}
          />
        ) : (
          rows.length > 0 && (
            <EmptyState title="All done" action={<Button onClick={queue.update}>Update list</Button>}>
              You have decided everything in this list.
            </EmptyState>
          )
        )}
      </section>
    </div>
  );
}

/** The desk for another app: with a query cache of its own, in that app's frame (design 1). */
export function MountedDesk(props: DeskProps) {
  return (
    <EmbeddedPage>
      <HidesAccessButton value={true}>
        <ApprovalDesk {...props} />
      </HidesAccessButton>
    </EmbeddedPage>
  );
}

function countText(waiting: number, { total = 0, rows, isSortLimited }: DeskQueue): string {
  const orders = waiting === 1 ? '1 order waiting' : `${waiting} orders waiting`;
  const of = isSortLimited ? 'of more than' : 'of';
  return total > rows.length ? `${orders}, ${of} ${total.toLocaleString('en-US')}` : orders;
}

/** The filters in one line; each is a choice. */
function DeskFilters({ queue: { params, filter } }: { queue: DeskQueue }) {
  return (
    <div className={styles.filters}>
      <SearchField
        label="Search the queue"
        value={params.get('search') ?? ''}
        onSearch={(text) => filter('search', text)}
      />
      {deskFilters.map(({ name, label, choices }) => (
        <label key={name} className={styles.filter}>
          <span>{label}</span>
          <select
            className={styles.control}
            value={params.get(name) ?? ''}
            onChange={({ target }) => filter(name, target.value)}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}

function DeskRows({ queue: { rows, openId, isStale, params } }: { queue: DeskQueue }) {
  const channels = useQuery(choicesOf('channels'));
  const open = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (openId) open.current?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.rows} aria-busy={isStale}>
      {rows.map((row) => (
        <li key={row.order.id} className={styles.row} data-decided={row.decision ? true : undefined}>
          <Link
            ref={row.order.id === openId ? open : undefined}
            className={styles.open}
            to={`?${updateListParams(params, { order: row.order.id })}`}
            replace
            aria-current={row.order.id === openId ? 'true' : undefined}
          >
            <RowText
              row={row}
              channel={channels.data?.find(({ id }) => id === row.order.channelId)?.name ?? ''}
              assignee={row.order.assignedTo && nameOf(row.order.assignedTo, 'another moderator')}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function RowText({
  row: { order, decision },
  channel,
  assignee,
}: {
  row: DeskRow;
  channel: string;
  assignee: string | null;
}) {
  const isLate = isOverdue(order, localToday());
  const { neededBy, waitingSince, refCode } = order;
  const needed = neededBy && dayText(neededBy);
  return (
    <>
      <span className={styles.line}>
        <span className={styles.name}>{order.campaign ?? `Order ${refCode}`}</span>
        <span className={styles.amount}>{moneyText(order.amount) || '–'}</span>
      </span>
      <span className={styles.soft}>
        {`${refCode}, ${order.client === null ? 'no client' : nameOf(order.client, '–')}, ${[channel, nameOf(order.user, '')].filter(Boolean).join(', ')}`}
      </span>
      <span className={styles.marks}>
        {decision && (
          <span className={styles.mark} data-kind="done">
            <Icon name="check" size={16} />
            <span>{decision}</span>
          </span>
        )}
        {!decision && waitingSince && (
          <span className={styles.mark}>
            <Icon name="clock" size={16} />
            <RelativeTime instant={waitingSince} />
          </span>
        )}
        {!decision && needed && (
          <span className={styles.mark} data-kind={isLate ? 'late' : undefined}>
            <Icon name={isLate ? 'alert' : 'calendar'} size={16} />
            <span>{isLate ? `Overdue, needed by ${needed}` : `Needed by ${needed}`}</span>
          </span>
        )}
        {!decision &&
          marksOf(order).map((mark) => (
            <span key={mark} className={styles.mark} data-kind="warn">
              {mark}
            </span>
          ))}
        {!decision && assignee && <span className={styles.mark}>{`For ${assignee}`}</span>}
      </span>
    </>
  );
}

function EmptyQueue({ queue: { isFiltered, filter } }: { queue: DeskQueue }) {
  if (!isFiltered)
    return (
      <EmptyState title="All done">
        No orders are waiting for a decision. New orders sent for approval appear here, oldest first.
      </EmptyState>
    );
  return (
    <EmptyState title="No matching orders" action={<Button onClick={() => filter('all', '')}>Clear filters</Button>}>
      No orders waiting for a decision match these filters.
    </EmptyState>
  );
}

interface LastDecision {
  /** The order before the decision. */
  order: PopulatedOrder;
  text: string;
  approval: PopulatedOrder['approval'];
}

/** What was decided last, with an undo for an approval while it is possible. Its place is reserved. */
function LastDecisionText({
  last,
  onUndone,
}: {
  last: LastDecision | undefined;
  onUndone: (order: PopulatedOrder) => void;
}) {
  const approval = last?.approval;
  const seconds = Number(useEverySecond(() => String(approval ? secondsToUndo(approval) : 0)));
  const [error, setError] = useState<Error>();
  if (!last) return null;
  const { order, text } = last;
  const undo = () =>
    request<PopulatedOrder>({
      method: 'POST',
      path: `orders/${order.id}/actions`,
      body: { kind: 'APPROVAL_UNDONE' },
    }).then(
      () => onUndone(order),
      (rejection: unknown) => setError(rejection instanceof Error ? rejection : new Error(String(rejection))),
    );
  return (
    <p className={styles.last}>
      <span role="status">{error ? error.message : `${text}: ${order.campaign ?? order.refCode}`}</span>
      {seconds > 0 && !error && (
        <Button kind="quiet" onClick={() => void undo()}>
          Undo
        </Button>
      )}
    </p>
  );
}
