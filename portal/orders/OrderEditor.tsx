import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { furtherFields } from '#schemas/orders/order-fields.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { idOf, nameOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { hasNews } from '../editing/editing.ts';
import { useEditing } from '../editing/useEditing.ts';
import { localToday } from '../forms/dates/today.ts';
import { FormView } from '../forms/FormView.tsx';
import { underWayOf } from '../forms/files/underWay.ts';
import { type Marks, MarksContext } from '../forms/marks/marks.ts';
import { useFormProblems } from '../forms/store/hooks.ts';
import { PaperContext, usePrinting } from '../forms/store/usePrinting.ts';
import { useKey } from '../keys/useKey.ts';
import { useToast } from '../look/Toasts.tsx';
import { ClientChoice } from './ClientChoice.tsx';
import {
  ExistingProblems,
  FurtherFields,
  KeptHere,
  MoreActions,
  Normalized,
  OrderActions,
  OrderConflict,
  OrderLines,
  OrderOutline,
  OrderProblems,
  StateNotes,
  Timeline,
  UpgradeOffer,
} from './dialogs.ts';
import { formRules } from './formRules.ts';
import { useLineValidators } from './lines/useLineValidator.ts';
import styles from './OrderEditor.module.css';
import { OrderRefusal } from './OrderRefusal.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import type { Decision, OrderActing, OrderChanges } from './orderChanges.ts';
import { createOrderEditing } from './orderEditing.ts';
import type { OrderEditorProps } from './orderEditorProps.ts';
import { inForm, inPageOrder, otherProblems } from './orderProblems.ts';
import { RulesMissing } from './RulesMissing.tsx';
import { changesPassword, riskOf } from './risk.ts';
import { useNextProblem } from './useNextProblem.ts';

/**
 * The order page: client, form and lines in the middle; facts, problems and actions at the side. It does not depend on
 * the frame around it, because the back-office shows it, too. It needs a QueryClientProvider and a router above it.
 */
export function OrderEditor(props: OrderEditorProps) {
  const { shown, isGone, rightsOf, onRisk } = props;
  const rules = useQuery(formRules);
  const [editing] = useState(() => createOrderEditing({ ...props, read: rules.data }));
  const { draft } = editing;
  const now = useEditing(editing);
  const { saved: order, state, isDirty } = now;
  const client = useSyncExternalStore(draft.watch, draft.client);
  const lines = useSyncExternalStore(draft.watch, draft.lines);
  const store = useSyncExternalStore(draft.watch, draft.form);
  useEffect(() => editing.hear(shown), [editing, shown]);
  useEffect(() => {
    if (isGone) editing.lose();
  }, [editing, isGone]);
  useEffect(() => editing.allow(rightsOf), [editing, rightsOf]);
  useEffect(() => rules.data && draft.takeRules(rules.data), [draft, rules.data]);
  const { waivers } = order;
  useEffect(() => store.waive(inForm(waivers.filter(({ isGranted }) => isGranted))), [store, waivers]);

  const isEditable = editing.isEditable();
  const rights = rightsOf(order);
  const [marks, setMarks] = useState<Marks | null>(null);
  const [hasTried, setTried] = useState(false);
  const [isComparing, setComparing] = useState(false);
  /** Text in the client field that matches no client. */
  const [leftName, setLeftName] = useState('');
  const [sought, setSought] = useState<{ path: string }>();
  const clientInput = useRef<HTMLInputElement>(null);
  const formProblems = useFormProblems(store);
  const toast = useToast();
  const isPrinting = usePrinting();
  const { validators, takeValidator } = useLineValidators();
  const isChanging = editing.isChanging();
  const others = otherProblems(order.problems ?? [], {
    booked: isChanging ? order.products : undefined,
    hasClient: client !== null,
    checked: editing.checkedLines(),
    lines,
    problemsOf: (line) => validators.get(idOf(line.product))?.problemsOf(line.data, localToday()),
  });
  const problems = inPageOrder(others, formProblems);
  // People who cannot edit the order see no list of what to complete.
  const openProblems = isEditable ? problems : [];
  const { watch: watchUploads, is: isUnderWay } = underWayOf(store);
  const isUploading = useSyncExternalStore(watchUploads, isUnderWay);
  const [isKept, setKept] = useState(false);
  const risk = riskOf(editing, { isUploading, isKept });
  useEffect(() => onRisk(risk), [risk, onRisk]);
  useKey('Ctrl+S', isEditable && !isChanging ? () => void saveDraft() : undefined);
  const isSaving = state === 'saving' || state === 'loading';

  /** If a conflict is open, opens the merge dialog, which comes before anything else. Returns whether there was one. */
  const isAsked = () => {
    const isDue = editing.now().theirs !== null;
    if (isDue) setComparing(true);
    return isDue;
  };
  const save = async (changes?: OrderChanges): Promise<boolean> => {
    if (isAsked()) return false;
    store.settleEntered();
    const isSaved = await editing.save(changes);
    isAsked();
    return isSaved;
  };
  /** Runs an action that works on the saved order. Resolves to whether it succeeded. */
  const onSavedOrder = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (isAsked()) return false;
    store.settleEntered();
    const isDone = await work();
    if (!isDone && editing.now().isDirty && !editing.isChanging()) toast('Order must be saved first');
    isAsked();
    return isDone;
  };
  const act = (action: OrderActing) => onSavedOrder(() => editing.act(action));
  const decide = async (transition: Transition, { changeNotes, ...action }: Decision, made = transition) => {
    const { kind, carriesData } = transition;
    if (!kind) return;
    const changes = () => ({ ...draft.unsaved(), ...(changeNotes ? { changeNotes } : {}) });
    const work = () => editing.act({ ...action, kind, ...(carriesData ? { changes: changes() } : {}) });
    if (await onSavedOrder(work)) props.onDone(made, order);
  };
  const saveDraft = async () => {
    if (isUploading) toast('A file is on its way: please save when it is there');
    else if (await save()) toast('Saved');
  };
  /**
   * Saves unsaved changes first. It asks the draft directly, because the rendered state lags a moment behind each key
   * press.
   */
  const settle = async () => {
    store.settleEntered();
    return draft.unsaved() === undefined || (await save());
  };
  /** Saves first: if the deletion is undone, nothing that was typed is missing. */
  const deleteDraft = async () => {
    if (await settle()) await props.onDelete(editing.now().saved);
  };
  const jump = (path: string) => {
    if (path.startsWith('/formData')) return store.focusProblem(path.slice('/formData'.length));
    if (path !== '/client') return setSought({ path });
    clientInput.current?.scrollIntoView({ block: 'center' });
    clientInput.current?.focus({ preventScroll: true });
  };
  const showError = (error: Error) => toast(error.message, { isError: true });
  const takeClient = useEffectEvent((id: string) => {
    if (editing.isEditable()) void readClient(id).then(draft.chooseClient).catch(showError);
  });
  const { newClientId } = props;
  useEffect(() => {
    if (newClientId) takeClient(newClientId);
  }, [newClientId]);
  /** Shows the validation problems and jumps to the first. Returns whether there are none. */
  const check = () => {
    setTried(true);
    store.settleEntered();
    store.showProblems();
    const first = leftName ? '/client' : problems[0]?.path;
    if (first) jump(first);
    return !first;
  };
  useNextProblem(openProblems, jump);
  const problemProps = { order, store, lines };
  return (
    <div className={styles.editor}>
      <div className={styles.content}>
        {hasNews(now) && (
          <OrderConflict
            editing={editing}
            now={now}
            rightsOf={rightsOf}
            userId={props.userId}
            isComparing={isComparing}
            onCompare={setComparing}
          />
        )}
        {!rules.isPending && (
          <KeptHere
            userId={props.userId}
            editing={editing}
            isEditable={isEditable}
            readClient={readClient}
            onKept={setKept}
          />
        )}
        {(order.channelForm || order.newerFormVersion) && isEditable && (
          <UpgradeOffer
            order={order}
            editing={editing}
            onSavedOrder={onSavedOrder}
            onUpgraded={async () => props.onSaved(await props.load())}
          />
        )}
        {(order.status !== 'DRAFT' || order.sentBackReason) && (
          <StateNotes
            order={order}
            store={store}
            rights={rights}
            isBusy={isSaving}
            onDecide={(...decision) => void decide(...decision)}
            onMarks={setMarks}
          />
        )}
        <OrderRefusal error={now.refusal?.error} isDirty={isDirty} onJump={jump} />
        {rules.error && <RulesMissing error={rules.error} onRetry={() => void rules.refetch()} />}
        {editing.normalized().length > 0 && <Normalized store={store} changes={editing.normalized()} />}
        <div className={styles.client} id="order-client" tabIndex={-1}>
          <ClientChoice
            channelId={order.channelId}
            value={client === null ? null : { id: '', name: nameOf(client, 'A client you may not see') }}
            onChange={draft.chooseClient}
            onLeft={setLeftName}
            onMake={props.onMakeClient}
            isReadOnly={!isEditable}
            error={hasTried ? others.find(({ path }) => path === '/client')?.message : undefined}
            inputRef={clientInput}
          />
        </div>
        {furtherFields.length > 0 && <FurtherFields draft={draft} isReadOnly={!isEditable} problems={others} />}
        <MarksContext value={marks}>
          <PaperContext value={isPrinting}>
            <FormView store={store} hasSummary={false} />
          </PaperContext>
        </MarksContext>
        {/* Rendered after the inputs (performance 2). */}
        {!rules.isPending && (
          <>
            <OrderLines
              order={order}
              lines={lines}
              problems={isEditable ? others : []}
              sought={sought}
              isProven={order.submissionDate !== null}
              edit={isEditable ? { editing, isBusy: isSaving, hasTried, takeValidator } : undefined}
            />
            <Timeline
              order={order}
              revision={editing.toldRevision()}
              form={store.form}
              channel={props.channel}
              rights={rights}
              onRestore={async (revision) =>
                (await onSavedOrder(() => editing.restore(revision))) ? editing.leftOut() : null
              }
              onNote={act}
            />
          </>
        )}
      </div>
      <OrderSummary
        order={order}
        client={client}
        clientAddress={props.clientAddress}
        facts={props.facts}
        problems={
          // Without the rules, "Nothing is missing" could be wrong.
          isEditable &&
          (rules.data || (rules.error && problems.length > 0)) && (
            <>
              <OrderProblems {...problemProps} onJump={jump} problems={problems} isOpen={hasTried} />
              {(isChanging || order.problems?.some(({ isExisting }) => isExisting)) && (
                <ExistingProblems order={order} store={store} isChanging={isChanging} />
              )}
            </>
          )
        }
        outline={!rules.isPending && <OrderOutline {...problemProps} problems={openProblems} />}
        left={openProblems.length}
        isDirty={isDirty}
        isSaving={isSaving || state === 'autosaving'}
        held={now.held}
        isKept={isKept && !changesPassword(draft)}
        isEditable={isEditable}
      >
        {!rules.isPending && (
          <>
            <OrderActions
              now={now}
              rights={rights}
              isEditable={isEditable}
              isChanging={isChanging}
              setChanging={editing.setChanging}
              isUploading={isUploading}
              isAsked={isAsked}
              check={check}
              save={save}
              onSave={saveDraft}
              onDone={(transition) => props.onDone(transition, order)}
              onDelete={() => void deleteDraft().catch(showError)}
            />
            <MoreActions
              order={order}
              channel={props.channel}
              rights={rights}
              problems={problems}
              store={store}
              userId={props.userId}
              hasTried={hasTried}
              isChanging={isChanging}
              isBusy={isSaving || isUploading}
              onJump={jump}
              onAsk={(transition, action) => void decide(transition, action)}
              settle={settle}
              onMade={props.onMade}
            />
          </>
        )}
      </OrderSummary>
    </div>
  );
}

const readClient = (id: string) => request<Client>({ path: `clients/${id}` });
