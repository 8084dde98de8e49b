import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Client, Form } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { idOf, type NamedRecord, nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { hasRemoteChange } from '../../editing/editState.ts';
import { useRecordStore } from '../../editing/useRecordStore.ts';
import { localToday } from '../../forms/dates/days.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { FormView } from '../../forms/FormView.tsx';
import { uploadStatusOf } from '../../forms/files/uploadStatus.ts';
import { ChangeMarksContext, type FormChangeMarks } from '../../forms/marks/marks.ts';
import { useFormProblems } from '../../forms/store/hooks.ts';
import { PrintContext, usePrinting } from '../../forms/store/usePrinting.ts';
import { useShortcut } from '../../keys/useShortcut.ts';
import { useToast } from '../../look/Toasts.tsx';
import {
  LazyAdditionalFields,
  LazyExistingProblems,
  LazyNormalizedValuesBanner,
  LazyOpenNotes,
  LazyOrderActions,
  LazyOrderConflict,
  LazyOrderLines,
  LazyOrderOutline,
  LazyOrderProblems,
  LazyOrderSaveError,
  LazyOrderStateBanner,
  LazyRulesLoadError,
  LazySecondaryActions,
  LazyStoredChanges,
  LazyTimeline,
  LazyUpgradeOffer,
} from '../lazyParts.ts';
import { useLineValidators } from '../lines/useLineValidator.ts';
import { formRules } from '../loading/formRules.ts';
import { OrderSummary } from '../OrderSummary.tsx';
import { clientAndLineProblems, formDataProblems, problemsInPageOrder } from '../problems/orderProblems.ts';
import { changesPassword, type Risk, riskOf } from '../unsaved-changes/unsavedRisk.ts';
import { ClientField } from './ClientField.tsx';
import styles from './OrderEditor.module.css';
import { createOrderStore } from './orderStore.ts';
import type { Decision, OrderActionInput, OrderPatch } from './savedOrder.ts';

/**
 * The order page: client, form and lines in the middle; facts, problems and actions at the side. It does not depend on
 * the frame around it, because the back-office shows it, too. It needs a QueryClientProvider and a router above it.
 */
export function OrderEditor(props: OrderEditorProps) {
  const { shown, isGone, rightsOf, onRisk } = props;
  const rules = useQuery(formRules);
  const [editing] = useState(() => createOrderStore({ ...props, read: rules.data }));
  const { draft } = editing;
  const now = useRecordStore(editing);
  const { saved: order, state, isDirty } = now;
  const client = useSyncExternalStore(draft.subscribe, draft.client);
  const lines = useSyncExternalStore(draft.subscribe, draft.lines);
  const store = useSyncExternalStore(draft.subscribe, draft.form);
  useEffect(() => editing.receiveUpdate(shown), [editing, shown]);
  useEffect(() => {
    if (isGone) editing.markDeleted();
  }, [editing, isGone]);
  useEffect(() => editing.setRights(rightsOf), [editing, rightsOf]);
  useEffect(() => rules.data && draft.setFormReader(rules.data), [draft, rules.data]);
  const { waivers } = order;
  useEffect(() => store.waive(formDataProblems(waivers.filter(({ isGranted }) => isGranted))), [store, waivers]);

  const isEditable = editing.isEditable();
  const rights = rightsOf(order);
  const [marks, setMarks] = useState<FormChangeMarks | null>(null);
  /** The change marks together with the notes at fields. */
  const [noteMarks, setNoteMarks] = useState<FormChangeMarks | null>(null);
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
  const others = clientAndLineProblems(order.problems ?? [], {
    booked: isChanging ? order.products : undefined,
    hasClient: client !== null,
    checked: editing.validatedLines(),
    lines,
    problemsOf: (line) => validators.get(idOf(line.product))?.problemsOf(line.data, localToday()),
  });
  const problems = problemsInPageOrder(others, formProblems);
  // People who cannot edit the order see no list of what to complete.
  const openProblems = isEditable ? problems : [];
  const uploads = uploadStatusOf(store);
  const isUploading = useSyncExternalStore(uploads.watch, uploads.isUploading);
  const [isStored, setStored] = useState(false);
  const risk = riskOf(editing, { isUploading, isStored });
  useEffect(() => onRisk(risk), [risk, onRisk]);
  useShortcut('Ctrl+S', isEditable && !isChanging ? () => void saveDraft() : undefined);
  const isSaving = state === 'saving' || state === 'loading';

  /** If a conflict is open, opens the merge dialog, which comes before anything else. Returns whether there was one. */
  const openConflict = () => {
    const isDue = editing.state().remote !== null;
    if (isDue) setComparing(true);
    return isDue;
  };
  const save = async (changes?: OrderPatch): Promise<boolean> => {
    if (openConflict()) return false;
    store.commitFocused();
    const isSaved = await editing.save(changes);
    openConflict();
    return isSaved;
  };
  /** Runs an action that works on the saved order. Resolves to whether it succeeded. */
  const onSavedOrder = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (openConflict()) return false;
    store.commitFocused();
    const isDone = await work();
    if (!isDone && editing.state().isDirty && !editing.isChanging()) toast('Order must be saved first');
    openConflict();
    return isDone;
  };
  const act = (action: OrderActionInput) => onSavedOrder(() => editing.act(action));
  const decide = async (transition: Transition, { changeNotes, ...action }: Decision, made = transition) => {
    const { kind, carriesData } = transition;
    if (!kind) return;
    const changes = () => ({ ...draft.unsaved(), ...(changeNotes ? { changeNotes } : {}) });
    const work = () => editing.act({ ...action, kind, ...(carriesData ? { changes: changes() } : {}) });
    if (await onSavedOrder(work)) props.onTransition(made, order);
  };
  const saveDraft = async () => {
    if (isUploading) toast("A file is still uploading. Save when it's done.");
    else if (await save()) toast('Saved');
  };
  /**
   * Saves unsaved changes first. It asks the draft directly, because the rendered state lags a moment behind each key
   * press.
   */
  const settle = async () => {
    store.commitFocused();
    return draft.unsaved() === undefined || (await save());
  };
  /** Saves first: if the deletion is undone, nothing that was typed is missing. */
  const deleteDraft = async () => {
    if (await settle()) await props.onDelete(editing.state().saved);
  };
  /** Saves what was typed into a new order first, so that the client returns to this order. */
  const makeClient = async (name: string) => {
    if (order.id || (await settle())) props.onMakeClient?.(name, editing.state().saved.id);
  };
  const jump = (path: string) => {
    if (path.startsWith('/formData')) return store.focusProblem(path.slice('/formData'.length));
    if (path !== '/client') return setSought({ path });
    clientInput.current?.scrollIntoView({ block: 'center' });
    clientInput.current?.focus({ preventScroll: true });
  };
  const showError = (error: Error) => toast(error.message, { isError: true });
  const applyClient = useEffectEvent((id: string) => {
    if (editing.isEditable()) void readClient(id).then(draft.chooseClient).catch(showError);
  });
  const { newClientId } = props;
  useEffect(() => {
    if (newClientId) applyClient(newClientId);
  }, [newClientId]);
  /** Shows the validation problems and jumps to the first. Returns their number. */
  const check = () => {
    setTried(true);
    store.commitFocused();
    store.showProblems();
    const first = leftName ? '/client' : problems[0]?.path;
    if (first) jump(first);
    return first ? problems.length || 1 : 0;
  };
  const problemProps = { order, store, lines };
  return (
    <div className={styles.editor}>
      <div className={styles.content}>
        {hasRemoteChange(now) && (
          <LazyOrderConflict
            editing={editing}
            now={now}
            rightsOf={rightsOf}
            userId={props.userId}
            isComparing={isComparing}
            onCompare={setComparing}
          />
        )}
        {!rules.isPending && (
          <LazyStoredChanges
            userId={props.userId}
            editing={editing}
            isEditable={isEditable}
            readClient={readClient}
            onStored={setStored}
            onCopied={props.onCopied}
          />
        )}
        {(order.channelForm || order.newerFormVersion) && isEditable && (
          <LazyUpgradeOffer
            order={order}
            editing={editing}
            onSavedOrder={onSavedOrder}
            onUpgraded={async () => props.onSaved(await props.load(order.id))}
          />
        )}
        {(order.status !== 'DRAFT' || order.sentBackReason) && (
          <LazyOrderStateBanner
            order={order}
            store={store}
            rights={rights}
            isBusy={isSaving}
            onDecide={(...decision) => void decide(...decision)}
            onMarks={setMarks}
          />
        )}
        {order.actions.some(({ path }) => path) && (
          <LazyOpenNotes
            {...{ order, store, rights, marks }}
            isBusy={isSaving}
            onMarks={setNoteMarks}
            onJump={jump}
            onResolve={(resolves) => void act({ kind: 'NOTE_RESOLVED', resolves })}
          />
        )}
        {now.saveError && <LazyOrderSaveError error={now.saveError.error} isDirty={isDirty} onJump={jump} />}
        {rules.error && <LazyRulesLoadError error={rules.error} onRetry={() => void rules.refetch()} />}
        {editing.normalized().length > 0 && <LazyNormalizedValuesBanner store={store} changes={editing.normalized()} />}
        <div className={styles.client} id="order-client" tabIndex={-1}>
          <ClientField
            channelId={order.channelId}
            value={client === null ? null : { id: '', name: nameOf(client, "A client you don't have access to") }}
            onChange={draft.chooseClient}
            onLeft={setLeftName}
            onMake={props.onMakeClient && ((name) => void makeClient(name).catch(showError))}
            isReadOnly={!isEditable}
            error={hasTried ? others.find(({ path }) => path === '/client')?.message : undefined}
            inputRef={clientInput}
          />
        </div>
        <ChangeMarksContext value={noteMarks ?? marks}>
          <PrintContext value={isPrinting}>
            <FormView store={store} hasSummary={false} />
          </PrintContext>
        </ChangeMarksContext>
        {/* Rendered after the inputs (performance 2). */}
        {!rules.isPending && (
          <>
            <LazyAdditionalFields draft={draft} {...{ order, rights, isChanging }} problems={others} />
            <LazyOrderLines
              order={order}
              lines={lines}
              problems={isEditable ? others : []}
              sought={sought}
              isProven={order.submissionDate !== null}
              edit={isEditable ? { editing, isBusy: isSaving, hasTried, takeValidator } : undefined}
            />
            <LazyTimeline
              order={order}
              revision={editing.historyRevision()}
              form={store.form}
              channel={props.channel}
              rights={rights}
              onRestore={async (revision) =>
                (await onSavedOrder(() => editing.restore(revision))) ? editing.notRestored() : null
              }
              onAddNote={act}
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
              <LazyOrderProblems {...problemProps} onJump={jump} problems={problems} isOpen={hasTried} />
              {(isChanging || order.problems?.some(({ isExisting }) => isExisting)) && (
                <LazyExistingProblems order={order} store={store} isChanging={isChanging} />
              )}
            </>
          )
        }
        outline={!rules.isPending && <LazyOrderOutline {...problemProps} problems={openProblems} />}
        problemCount={openProblems.length}
        isDirty={isDirty}
        isSaving={isSaving || state === 'autosaving'}
        saveFailure={now.autosaveFailure}
        isStored={isStored && !changesPassword(draft)}
        isEditable={isEditable}
      >
        {!rules.isPending && (
          <>
            <LazyOrderActions
              now={now}
              rights={rights}
              isEditable={isEditable}
              isChanging={isChanging}
              setChanging={editing.setChanging}
              isUploading={isUploading}
              openConflictDialog={openConflict}
              check={check}
              save={save}
              onSave={saveDraft}
              onTransition={(transition) => props.onTransition(transition, order)}
              onDelete={() => void deleteDraft().catch(showError)}
            />
            <LazySecondaryActions
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
              onRequest={(transition, action) => void decide(transition, action)}
              settle={settle}
              onCopied={props.onCopied}
            />
          </>
        )}
      </OrderSummary>
    </div>
  );
}

const readClient = (id: string) => request<Client>({ path: `clients/${id}` });

/** The props of the order page, from the surrounding app. */
export type OrderEditorProps = {
  /** The last order from the server. A newer one is taken over, or offered if there are unsaved changes. */
  shown: PopulatedOrder;
  /** The order is deleted, or this person can no longer read it. */
  isGone: boolean;
  form: Form;
  channel: NamedRecord;
  rightsOf: (order: PopulatedOrder) => OrderRights;
  /** The id of the signed-in person. */
  userId: string;
  /** Reloads the order of this id. */
  load: (id: string) => Promise<PopulatedOrder>;
  onSaved: (order: PopulatedOrder) => void;
  /** Called after a transition, with the order before it. */
  onTransition: (transition: Transition, before: PopulatedOrder) => void;
  /** Deletes the draft as it is saved. The app navigates away and offers undo. */
  onDelete: (order: PopulatedOrder) => Promise<void> | void;
  onRisk: (risk: Risk) => void;
  /** Returns the address of a client's page. */
  clientAddress: (id: string) => string;
  /**
   * Opens the app's new-client page with this name, for people who may create clients. `id` is empty for a new order
   * into which nothing was typed.
   */
  onMakeClient?: ((name: string, id: string) => void) | undefined;
  /** A client that was just created for this order; it is chosen if the order is editable. */
  newClientId?: string | null;
  /** Navigates to a copy of this order, by its path within the channel, for people who may create orders. */
  onCopied?: ((place: string, channelId: string) => void) | undefined;
  /** Additional facts of the app: terms and descriptions of a list. */
  facts?: ElementSlot;
};
