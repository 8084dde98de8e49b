import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { decisiveProblems } from '#schemas/orders/approval-queue.ts';
import { bypassOn, noteAction } from '#schemas/orders/bypass.ts';
import { openNotes } from '#schemas/orders/field-notes.ts';
import { isPendingChange, orderTitle } from '#schemas/orders/order-stage.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { availableTransitions, type Transition } from '#schemas/orders/transitions.ts';
import { openWaivers, type Waiver } from '#schemas/orders/waivers.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import { choicesOf, idOf, type NamedRecord, nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useRecordStore } from '../../editing/useRecordStore.ts';
import { DateInput } from '../../forms/dates/DateInput.tsx';
import { describeProblem } from '../../forms/describeProblem.ts';
import { FormView } from '../../forms/FormView.tsx';
import fieldNotes from '../../forms/marks/FieldNotes.module.css';
import { ChangeMarksContext, type FormChangeMarks } from '../../forms/marks/marks.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { isTyping, useKeydown } from '../../keys/useShortcut.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { StatusChip } from '../../look/StatusChip.tsx';
import { paletteHost } from '../../palette/PaletteHost.tsx';
import editor from '../editing/OrderEditor.module.css';
import { createOrderStore } from '../editing/orderStore.ts';
import type { OrderActionInput } from '../editing/savedOrder.ts';
import { Timeline } from '../history/Timeline.tsx';
import { useUserNames } from '../history/useUserNames.ts';
import { WaiverRequest, waiverCount } from '../lifecycle/BypassDecision.tsx';
import { type NoteTarget, OpenNotes } from '../lifecycle/OpenNotes.tsx';
import { PendingChange } from '../lifecycle/PendingChange.tsx';
import { TransitionDialog } from '../lifecycle/TransitionDialog.tsx';
import { OrderLines } from '../lines/OrderLines.tsx';
import { formRules } from '../loading/formRules.ts';
import { type LoadedOrder, useLoadedOrder } from '../loading/orderQueries.ts';
import summary from '../OrderSummary.module.css';
import { formDataProblems, isOfForm } from '../problems/orderProblems.ts';
import styles from './Desk.module.css';

export interface DeskOrderProps {
  id: string;
  /** The id of the signed-in person, and a function for their rights. */
  userId: string;
  rightsOf: (order: PopulatedOrder) => OrderRights;
  /** The address of the order's own page, where it can be edited. */
  addressOf: (order: PopulatedOrder) => string;
  /** Whether the order's heading gets the focus when it is loaded: it was opened by a key or after a decision. */
  takesFocus: boolean;
  /** Called with the order once it is loaded, and without one when it closes. */
  onOpen: (order: PopulatedOrder | undefined) => void;
  /** Called after a decision was saved, with the order before and after it. */
  onDecided: (transition: Transition, before: PopulatedOrder, after: PopulatedOrder) => void;
  /** Called after the order changed in another way. */
  onSaved: () => void;
}

/** The window title of the desk's page: the campaign and client of the open order, then the page's own title. */
export function deskTitle(page: string, order: PopulatedOrder | undefined): string {
  if (!order) return page;
  return `${orderTitle(order.campaign, nameOf(order.client, '')) || `Order ${order.refCode}`} – ${page}`;
}

/** The open order of the approvals desk, in reading view, with the bar that decides about it. */
export function DeskOrder(props: DeskOrderProps) {
  const order = useLoadedOrder(props.id);
  const channels = useQuery(choicesOf('channels'));
  const { loaded } = order;
  if (!loaded && order.error) return <LoadError error={order.error} onRetry={order.retry} />;
  if (!loaded || channels.isPending) return <Skeleton lines={10} />;
  const { channelId } = loaded.shown;
  const channel = channels.data?.find((each) => each.id === channelId) ?? { id: channelId, name: '' };
  return <OpenOrder {...props} order={order} loaded={loaded} channel={channel} />;
}

/** A moderator reads in the desk; the order's own page is for corrections. */
const readOnly = (rightsOf: DeskOrderProps['rightsOf']) => (order: PopulatedOrder) => ({
  ...rightsOf(order),
  canUpdate: false,
  canModerate: false,
});

function OpenOrder({
  takesFocus,
  userId,
  rightsOf,
  addressOf,
  onOpen,
  onDecided,
  onSaved,
  order: { load, updateCache, isGone },
  loaded: { shown, form },
  channel,
}: DeskOrderProps & { order: LoadedOrder; loaded: NonNullable<LoadedOrder['loaded']>; channel: NamedRecord }) {
  const rules = useQuery(formRules);
  const [editing] = useState(() =>
    createOrderStore({ shown, form, channel, userId, load, rightsOf: readOnly(rightsOf), onSaved: updateCache }),
  );
  const { draft } = editing;
  const now = useRecordStore(editing);
  const store = useSyncExternalStore(draft.subscribe, draft.form);
  useEffect(() => editing.receiveUpdate(shown), [editing, shown]);
  useEffect(() => rules.data && draft.setFormReader(rules.data), [draft, rules.data]);
  useEffect(() => {
    if (isGone) editing.markDeleted();
  }, [editing, isGone]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { saved: order } = now;
  const reportOpen = useEffectEvent(onOpen);
  useEffect(() => {
    reportOpen(order);
    return () => reportOpen(undefined);
  }, [order]);
  const rights = rightsOf(order);
  const [marks, setMarks] = useState<FormChangeMarks | null>(null);
  const [noteMarks, setNoteMarks] = useState<FormChangeMarks | null>(null);
  const [unselected, setUnselected] = useState<readonly Waiver[]>([]);
  const [noting, setNoting] = useState<NoteTarget | 'order'>();
  const isSaving = now.state === 'saving' || now.state === 'loading';
  const act = async (action: OrderActionInput) => {
    if (await editing.act(action)) onSaved();
  };
  const decide = async (transition: Transition, action?: Omit<OrderActionInput, 'kind'>, reason?: string) => {
    const { kind, to } = transition;
    const isDone = kind
      ? await editing.act({ kind, ...action })
      : to !== null && (await editing.send({ status: to, ...(reason ? { reason } : {}) }));
    if (isDone) onDecided(transition, order, editing.state().saved);
  };
  const jump = (path: string) => store.focusProblem(path.slice('/formData'.length));
  const mayNote = rights.canUpdate || rights.canModerate;
  return (
    <>
      <div className={editor.content}>
        <OrderHead
          heading={heading}
          order={order}
          channel={channel}
          isBusy={isSaving}
          rights={rights}
          send={editing.send}
          onSaved={onSaved}
        />
        {now.remoteChange !== 'none' && !now.isOwnRemoteChange && (
          <Banner status="info" title="This order was changed while you read it.">
            You see it as it is now.
          </Banner>
        )}
        {openWaivers(order).length > 0 && (
          <WaiverRequest
            order={order}
            store={store}
            unselected={unselected}
            onSelect={rights.isRequester ? undefined : setUnselected}
          >
            {rights.isRequester && <p>You requested this bypass, so another moderator must decide on it.</p>}
          </WaiverRequest>
        )}
        {isPendingChange(order) && <PendingChange order={order} form={store.form} onMarks={setMarks} />}
        <Problems order={order} store={store} onJump={jump} />
        <OpenNotes
          {...{ order, store, rights, marks }}
          isBusy={isSaving}
          onMarks={setNoteMarks}
          onJump={jump}
          onResolve={(resolves) => void act({ kind: 'NOTE_RESOLVED', resolves })}
          onAdd={mayNote ? setNoting : undefined}
        />
        {rules.error && <LoadError error={rules.error} onRetry={() => void rules.refetch()} />}
        <ChangeMarksContext value={noteMarks ?? marks}>
          <FormView store={store} hasSummary={false} />
        </ChangeMarksContext>
        <OrderLines order={order} lines={order.products} problems={[]} sought={undefined} isProven />
        <Timeline
          order={order}
          revision={editing.historyRevision()}
          form={store.form}
          channel={channel}
          rights={{ ...rights, canUpdate: false }}
          onRestore={async () => null}
        />
      </div>
      <DecisionBar
        order={order}
        rights={rights}
        isBusy={isSaving}
        error={now.saveError?.error}
        unselected={unselected}
        address={addressOf(order)}
        onDecide={(...decision) => void decide(...decision)}
        onNote={mayNote ? () => setNoting('order') : undefined}
      />
      {noting && (
        <TransitionDialog
          transition={noteAction}
          question={
            noting === 'order'
              ? noteAction.words.question
              : { ...noteAction.words.question, title: `A note on “${noting.label}”` }
          }
          onClose={() => setNoting(undefined)}
          onAnswer={({ notes = '' }) => {
            setNoting(undefined);
            void act({ kind: 'NOTE', notes, ...(noting === 'order' ? {} : { path: noting.path }) });
          }}
        />
      )}
    </>
  );
}

/** The name of the order and its facts: who ordered what for whom, since when it waits, and who decides by when. */
function OrderHead({
  heading,
  order,
  channel,
  rights,
  isBusy,
  send,
  onSaved,
}: {
  heading: Ref<HTMLHeadingElement>;
  order: PopulatedOrder;
  channel: NamedRecord;
  rights: OrderRights;
  isBusy: boolean;
  send: (changes: { assignedTo?: string | null; neededBy?: string | null }) => Promise<boolean>;
  onSaved: () => void;
}) {
  const assignedTo = order.assignedTo && idOf(order.assignedTo);
  const { neededBy } = order;
  const mayAssign = order.status === 'PENDING' && rights.canModerate;
  const people = useQuery({
    queryKey: ['orders', 'assignees', order.id],
    queryFn: ({ signal }) =>
      request<NamedRecord[]>({ path: 'data/constants/managers', query: { order: order.id }, signal }),
    enabled: mayAssign,
    staleTime: 300_000,
  });
  const nameOfUser = useUserNames(assignedTo ? [assignedTo] : [], order.id);
  const choices = people.data ?? [];
  const isUnlisted = assignedTo !== null && !choices.some(({ id }) => id === assignedTo);
  const [day, setDay] = useState(neededBy ?? '');
  useEffect(() => setDay(neededBy ?? ''), [neededBy]);
  const save = (changes: Parameters<typeof send>[0]) => void send(changes).then((isDone) => isDone && onSaved());
  const saveDay = () => {
    if (day !== (neededBy ?? '') && (day === '' || isDay(day))) save({ neededBy: day || null });
  };
  return (
    <header className={styles.about}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {order.campaign ?? `Order ${order.refCode}`}
      </h2>
      <p className={styles.place}>
        <span>{`${order.refCode}, ${channel.name}`}</span> <StatusChip status={order.status} />
      </p>
      <dl className={`${summary.facts} ${styles.facts}`}>
        <dt>Client</dt>
        <dd>{nameOf(order.client, order.client ? '–' : 'No client')}</dd>
        <dt>Amount</dt>
        <dd>{moneyText(order.amount) || '–'}</dd>
        <dt>Person</dt>
        <dd>{nameOf(order.user, '–')}</dd>
        {order.waitingSince && (
          <>
            <dt>Waiting since</dt>
            <dd>
              <RelativeTime instant={order.waitingSince} />
            </dd>
          </>
        )}
        <dt>
          <label htmlFor="desk-assignee">Assigned to</label>
        </dt>
        <dd>
          <select
            id="desk-assignee"
            className={styles.control}
            value={assignedTo ?? ''}
            disabled={!mayAssign || isBusy}
            onChange={({ target }) => save({ assignedTo: target.value || null })}
          >
            <option value="">Nobody</option>
            {isUnlisted && <option value={assignedTo}>{nameOfUser(assignedTo) ?? 'Another moderator'}</option>}
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </dd>
        <dt>
          <label htmlFor="desk-needed">Needed by</label>
        </dt>
        <dd onKeyDown={({ key }) => key === 'Enter' && saveDay()}>
          <DateInput
            picking="day"
            name="Needed by"
            value={day}
            onChange={setDay}
            onLeave={saveDay}
            control={{ ...plainControl, id: 'desk-needed', className: styles.control, readOnly: !mayAssign }}
            hasBox
          />
        </dd>
      </dl>
    </header>
  );
}

/** A control without hint and error. */
const plainControl = { 'aria-required': undefined, 'aria-invalid': undefined, 'aria-describedby': undefined };

/** What would reject an approval now, besides requested waivers. */
function Problems({
  order,
  store,
  onJump,
}: {
  order: PopulatedOrder;
  store: FormStore;
  onJump: (path: string) => void;
}) {
  const problems = decisiveProblems(order, order.problems ?? []);
  if (problems.length === 0) return null;
  return (
    <Banner status="error" title={problems.length === 1 ? '1 problem' : `${problems.length} problems`}>
      <ul className={styles.list}>
        {problems.map((problem) => {
          const [inForm] = formDataProblems([problem]);
          return (
            <li key={`${problem.path} ${problem.message}`}>
              {inForm && isOfForm(problem) ? (
                <button type="button" className={fieldNotes.jump} onClick={() => onJump(problem.path)}>
                  {describeProblem(store, inForm).text}
                </button>
              ) : (
                problem.message
              )}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

/** Longer than a double click takes; milliseconds. */
const settling = 700;

/** Whether an order has just been opened: the second click of a double click must not decide about the next one. */
function useJustOpened(): boolean {
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setFresh, settling, false);
    return () => clearTimeout(timer);
  }, []);
  return isFresh;
}

/** The decisions about an order, each always at the same place. Keys: a approves, r sends back, n writes a note. */
function DecisionBar({
  order,
  rights,
  isBusy,
  error,
  unselected,
  address,
  onDecide,
  onNote,
}: {
  order: PopulatedOrder;
  rights: OrderRights;
  isBusy: boolean;
  error: Error | undefined;
  /** The requested waivers that are not to be granted. */
  unselected: readonly Waiver[];
  address: string;
  onDecide: (transition: Transition, action?: Omit<OrderActionInput, 'kind'>, reason?: string) => void;
  onNote: (() => void) | undefined;
}) {
  const isFresh = useJustOpened();
  const [asking, setAsking] = useState<Transition>();
  const requested = openWaivers(order);
  const chosen = requested.filter((waiver) => !unselected.includes(waiver));
  const isWhole = chosen.length === requested.length;
  const available = [...bypassOn(order, rights), ...availableTransitions(order, rights)];
  const approve = available.find(({ action }) => action === (requested.length > 0 ? 'approveBypass' : 'approve'));
  const sendBack = available.find(({ to }) => to === 'DRAFT');
  const isDisabled = isBusy || isFresh || asking !== undefined;
  const mayApprove = approve !== undefined && !isDisabled && (requested.length === 0 || chosen.length > 0);
  const approveNow = () => {
    if (!approve || !mayApprove) return;
    const rejections = chosen.map(({ path, message }) => ({ path, message }));
    onDecide(approve, requested.length > 0 ? { rejections, ...(isWhole ? { approve: true } : {}) } : undefined);
  };
  const sendBackNow = () => {
    if (!sendBack || isDisabled) return;
    if (sendBack.words.question) setAsking(sendBack);
    else onDecide(sendBack);
  };
  useLetterKeys({ a: approveNow, r: sendBackNow, n: onNote });
  const sendBackFor = (transition: Transition, reason: string | undefined) => {
    setAsking(undefined);
    onDecide(transition, reason ? { reason } : {}, reason);
  };
  const notes = openNotes(order).length;
  const isDecided = order.status !== 'PENDING';
  return (
    <section className={styles.bar} aria-label="Decision">
      {error && <LoadError error={error} />}
      <div className={styles.buttons} data-actions>
        <Button kind="primary" aria-keyshortcuts="a" title="Key: a" isBusy={!mayApprove} onClick={approveNow}>
          {isDecided
            ? 'Decided'
            : requested.length === 0
              ? (approve?.words.label ?? 'Approve')
              : isWhole
                ? `Approve with ${waiverCount(requested.length)}`
                : `Waive ${chosen.length} of ${requested.length}`}
        </Button>
        <Button aria-keyshortcuts="r" title="Key: r" isBusy={!sendBack || isDisabled} onClick={sendBackNow}>
          {sendBack?.words.label ?? 'Send back'}
        </Button>
        <Button aria-keyshortcuts="n" title="Key: n" isBusy={!onNote} onClick={() => onNote?.()}>
          Add note
        </Button>
        <Link className={styles.link} to={address}>
          Open order
        </Link>
      </div>
      {asking?.words.question && (
        <TransitionDialog
          transition={asking}
          question={asking.words.question}
          onClose={() => setAsking(undefined)}
          onAnswer={({ reason }) => sendBackFor(asking, reason)}
        >
          {notes > 0 && (
            <p>{notes === 1 ? 'The note on a field goes with it.' : `The ${notes} notes on fields go with it.`}</p>
          )}
        </TransitionDialog>
      )}
    </section>
  );
}

/** Binds single letters to actions, except while somebody types, holds a key down, or has a dialog open. */
export function useLetterKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useKeydown((event) => {
    const { key, ctrlKey, metaKey, altKey, repeat, target } = event;
    const act = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!act || ctrlKey || metaKey || altKey || repeat || event.defaultPrevented || isTyping(target)) return;
    if (paletteHost.shown || document.querySelector('dialog[open], [role="dialog"]')) return;
    event.preventDefault();
    act();
  });
}
