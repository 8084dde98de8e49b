import { type MergeInput, merge, rejectedPaths } from '#schemas/changes/merge.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form } from '#schemas/generated/types.ts';
import { type AdditionalValues, additionalFields } from '#schemas/orders/order-fields.ts';
import { idOf, type NamedRecord, type PopulatedOrder } from '../../api/queries.ts';
import type { EditDraft, MergePaths } from '../../editing/editState.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { type LineChanges, type Lines, mergeLines, storedLinesMergeInput, toShownLines } from '../lines/mergeLines.ts';
import type { FormReader } from '../loading/cachedForms.ts';
import { scriptContextOf } from './formContext.ts';
import { linesForRequest, type OrderPatch } from './savedOrder.ts';

/** Unsaved values by key, each with the saved value on which it is based. */
export type FieldChanges = Record<string, { before?: unknown; mine?: unknown }>;

/** The draft of an order: its form store, client, lines and additional fields. */
export interface OrderDraft extends EditDraft<PopulatedOrder, OrderPatch> {
  /** The form store. It is replaced when the order becomes editable or read-only. */
  form(): FormStore;
  client(): PopulatedOrder['client'];
  chooseClient(client: PopulatedOrder['client']): void;
  /** Sets the function that receives the client before and after each choice. */
  watchClient(listener: ((before: PopulatedOrder['client'], next: PopulatedOrder['client']) => void) | undefined): void;
  lines(): Lines;
  /** Sets unsaved lines, to be sent with the next save. */
  chooseLines(lines: Lines): void;
  /** The additional fields: those beside client, form data and lines. */
  additionalFields: Pick<AdditionalFieldsDraft, 'values' | 'set' | 'changes' | 'applyChanges'>;
  /** Returns the unsaved form data, field by field. */
  changes(): FieldChanges;
  /** Applies earlier changes. Where both sides changed a field, it takes only the paths in `mine`. */
  applyChanges(changes: FieldChanges, mine: readonly string[]): void;
  /** Returns the unsaved lines with the saved ones; undefined if they are equal. */
  lineChanges(): LineChanges | undefined;
  /** The same as `applyChanges`, for lines. */
  applyLineChanges(changes: LineChanges, mine: readonly string[]): void;
  /** Returns the sides of a merge with somebody else's version. */
  mergeInput(theirs: PopulatedOrder): OrderMergeInput;
  /** Sets the saved order: the context of the form's rules, and whether it is editable. */
  setSaved(saved: PopulatedOrder, isReadOnly: boolean): void;
  /** Sets the form reader, once the rules language is loaded. */
  setFormReader(read: FormReader): void;
}

/**
 * The sides of a merge with somebody else's order: the resulting client, and base, mine and theirs of form data, lines
 * and additional fields.
 */
interface OrderMergeInput {
  client: PopulatedOrder['client'];
  /** Whether the client differs from theirs. */
  isClientChanged: boolean;
  /** Whether both changed the client (a conflict). */
  isClientConflict: boolean;
  data: MergeInput<FormValues>;
  lines: MergeInput<Lines>;
  additionalFields: MergeInput<AdditionalValues>;
}

/**
 * The debounce of dirty checks: long enough not to slow typing, short enough to be up to date when a person looks.
 * Milliseconds.
 */
const dirtyCheckDelay = 100;

/**
 * Creates the draft of an order. Without the rules language, the form is parsed by the reader that works without it
 * (performance 2).
 */
export function createOrderDraft({
  order: initialOrder,
  form,
  channel,
  isReadOnly,
  read: readNow = ({ formSchema }) => readFormWithoutScripts(formSchema),
}: {
  order: PopulatedOrder;
  form: Form;
  channel: NamedRecord;
  isReadOnly: boolean;
  read?: FormReader | undefined;
}): OrderDraft {
  let read = readNow;
  let order = initialOrder;
  /** The unsaved client; undefined if none was chosen. */
  let nextClient: PopulatedOrder['client'] | undefined;
  let onClient: Parameters<OrderDraft['watchClient']>[0];
  /** The unsaved lines. */
  let chosenLines: Lines | undefined;
  const additionalDraft = createAdditionalFieldsDraft(order);
  let context = scriptContextOf({ ...order, channel });
  let store = open(isReadOnly);
  /** The saved form data on which the unsaved values are based. */
  let clean = store.values();
  /** The result of the last comparison of the form's values, which is debounced while the person types. */
  let isFormDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwatchForm = () => {};
  const listeners = new Set<() => void>();

  const lines = () => chosenLines ?? order.products;
  const client = () => (nextClient === undefined ? order.client : nextClient);
  const isClientDirty = () => refOf(client()) !== refOf(order.client);
  const data = (): FormValues | undefined => (isEqual(store.values(), clean) ? undefined : store.values());

  const draft: OrderDraft = {
    form: () => store,
    client,
    watchClient: (listener) => {
      onClient = listener;
    },
    chooseClient: (next) => {
      onClient?.(client(), next);
      nextClient = next;
      updateContext();
      notify();
    },
    lines,
    chooseLines: (next) => {
      applyLines(next, order.products);
      notify();
    },
    additionalFields: {
      ...additionalDraft,
      set: (name, value) => {
        additionalDraft.set(name, value);
        notify();
      },
      applyChanges: (changes, mine) => {
        additionalDraft.applyChanges(changes, mine);
        notify();
      },
    },
    isDirty: () =>
      isFormDirty || isClientDirty() || chosenLines !== undefined || Object.keys(additionalDraft.unsaved()).length > 0,
    unsaved: () => {
      const formData = data();
      isFormDirty = formData !== undefined;
      const unsaved = {
        ...(isClientDirty() ? { client: refOf(client()) } : {}),
        ...(formData ? { formData } : {}),
        ...(chosenLines ? { products: linesForRequest(chosenLines) } : {}),
        ...additionalDraft.unsaved(),
      };
      return Object.keys(unsaved).length > 0 ? unsaved : undefined;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) watchForm();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        unwatchForm();
      };
    },
    applySaved: (changes, saved) => {
      if (changes.restore !== undefined) return draft.rebase(saved, []);
      // A bypass request for a change contains the changed data.
      const sent = changes.action?.changes ?? changes;
      // Another client may have been chosen while the save was in flight.
      if ('client' in sent && nextClient !== undefined && refOf(nextClient) === sent.client) nextClient = undefined;
      if (sent.products) {
        // The base is what was sent: the server may add included lines, and the person may have changed more meanwhile.
        const before = toShownLines(sent.products, lines());
        applyLines(mergeLines({ before, mine: lines(), theirs: saved.products }).lines, saved.products);
      }
      additionalDraft.settle(sent, saved);
      order = saved;
      if (!sent.formData) return notify();
      if (isEqual(store.values(), sent.formData)) {
        store.replace(saved.formData);
        take(store.values(), store.values());
      } else {
        clean = sent.formData;
        notify();
      }
    },
    conflictsWith: (theirs, mine) => {
      const own = mine ?? { client: refOf(client()), formData: store.values() };
      const isClientChanged = own.client !== undefined && own.client !== refOf(order.client);
      const isClientConflict = isClientChanged && ![refOf(order.client), own.client].includes(refOf(theirs.client));
      const formData = own.formData ?? theirs.formData;
      const { conflicts } = merge({ before: clean, mine: formData, theirs: theirs.formData });
      const ownLines = mine ? (mine.products ? toShownLines(mine.products, lines()) : order.products) : lines();
      const ofLines = mergeLines({ before: order.products, mine: ownLines, theirs: theirs.products }).conflicts;
      const ofAdditional = merge(additionalDraft.mergeInput(theirs, mine)).conflicts;
      return isClientConflict || conflicts.length > 0 || ofLines.length > 0 || ofAdditional.length > 0;
    },
    rebase: (theirs, mine) => {
      const values = merged(threeOf(theirs), mine);
      if (mine !== 'all' && !mine.includes('/client')) nextClient = undefined;
      applyLines(followedLines(linesThree(theirs), mine), theirs.products);
      additionalDraft.follow(theirs, mine);
      order = theirs;
      take(values, theirs.formData);
    },
    changes: () => {
      const mine = store.values();
      const keys = [...new Set([...Object.keys(clean), ...Object.keys(mine)])];
      const changed = keys.filter((key) => !isEqual(clean[key], mine[key]));
      return Object.fromEntries(changed.map((key) => [key, { before: clean[key], mine: mine[key] }]));
    },
    applyChanges: (changes, mine) => take(merged(storedChangesMergeInput(changes, store.values()), mine), clean),
    lineChanges: () => chosenLines && { before: linesForRequest(order.products), mine: linesForRequest(chosenLines) },
    applyLineChanges: (changes, mine) =>
      draft.chooseLines(followedLines(storedLinesMergeInput(changes, lines()), mine)),
    mergeInput: (theirs) => {
      const own = isClientDirty() ? client() : theirs.client;
      const isClientMine = refOf(own) !== refOf(theirs.client);
      const isClientConflict = refOf(theirs.client) !== refOf(order.client);
      const others = { lines: linesThree(theirs), additionalFields: additionalDraft.mergeInput(theirs) };
      return { client: own, isClientChanged: isClientMine, isClientConflict, data: threeOf(theirs), ...others };
    },
    setSaved: (saved, isReadOnlyNow) => {
      additionalDraft.settle({}, saved);
      order = saved;
      if (store.isReadOnly !== isReadOnlyNow) {
        store = open(isReadOnlyNow);
        clean = store.values();
        isFormDirty = false;
        if (listeners.size > 0) watchForm();
      }
      updateContext();
      notify();
    },
    setFormReader: (next) => {
      if (next === read) return;
      read = next;
      const wasClean = data() === undefined;
      store.setForm(read(form));
      // Values that the rules calculate do not count as unsaved changes, as when a form is opened.
      if (wasClean) clean = store.values();
    },
  };
  return draft;

  function open(isReadOnlyNow: boolean): FormStore {
    return createFormStore({
      form: read(form),
      values: order.formData,
      context,
      isReadOnly: isReadOnlyNow,
    });
  }

  /** Subscribes to the current form store. */
  function watchForm(): void {
    unwatchForm();
    unwatchForm = store.subscribeAll(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isFormDirty = data() !== undefined;
        notify();
      }, dirtyCheckDelay);
    });
  }

  function take(values: FormValues, saved: FormValues): void {
    store.replace(values);
    clean = saved;
    isFormDirty = data() !== undefined;
    notify();
  }

  function applyLines(next: Lines, saved: Lines): void {
    chosenLines = isEqual(linesForRequest(next), linesForRequest(saved)) ? undefined : next;
  }

  function linesThree(theirs: PopulatedOrder): MergeInput<Lines> {
    return { before: order.products, mine: lines(), theirs: theirs.products };
  }

  function threeOf(theirs: PopulatedOrder): MergeInput<FormValues> {
    return { before: clean, mine: store.values(), theirs: theirs.formData };
  }

  function updateContext(): void {
    // A COMPLETE order is editable only for a change request.
    const isChanging = order.status === 'COMPLETE' && !store.isReadOnly;
    const next = scriptContextOf({ ...order, client: client(), channel }, isChanging);
    // `now` depends on the submission time, which changes only with the status; ignore it in the comparison.
    if (isEqual({ ...next, now: null, idOf: null }, { ...context, now: null, idOf: null })) return;
    context = next;
    const { setContext: takeContext } = store;
    takeContext(context);
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }
}

const refOf = (client: PopulatedOrder['client']) => client && idOf(client);

/**
 * Merges form data. Of the conflicts, one's own value wins at the paths in `mine`; without any, theirs is taken whole.
 */
function merged(data: MergeInput<FormValues>, mine: MergePaths): FormValues {
  if (mine === 'all') return merge(data).merged;
  if (!mine.some((path) => path.startsWith('/formData'))) return data.theirs;
  return merge(data, rejectedPaths(merge(data).conflicts, mine, '/formData')).merged;
}

/** The same for lines, whose paths start with their ids. */
function followedLines(lines: MergeInput<Lines>, mine: MergePaths): Lines {
  if (mine === 'all') return mergeLines(lines).lines;
  if (!mine.some((path) => path.startsWith('/products'))) return lines.theirs;
  return mergeLines(lines, rejectedPaths(mergeLines(lines).conflicts, mine, '/products')).lines;
}

/** The draft of an order's additional fields: those beside client, form data and lines. */
interface AdditionalFieldsDraft {
  /** Returns the same object until a value changes. */
  values(): AdditionalValues;
  set(name: string, value: unknown): void;
  /** The values that differ from the saved ones. */
  unsaved(): AdditionalValues;
  /** The same, each with the saved value on which it is based. */
  changes(): FieldChanges;
  /** Applies stored changes. Where both sides changed a field, it takes only the paths in `mine`. */
  applyChanges(changes: FieldChanges, mine: readonly string[]): void;
  /** Takes the result of a save. Values typed after `sent` was sent stay. */
  settle(sent: object, saved: object): void;
  /** Returns the three sides of a merge; `mine` replaces one's own values. */
  mergeInput(theirs: object, mine?: object): MergeInput<AdditionalValues>;
  /** Rebases the draft on somebody else's version, keeping one's own changes of the paths in `mine`. */
  follow(theirs: object, mine: MergePaths): void;
}

/** Creates the draft of an order's additional fields. */
export function createAdditionalFieldsDraft(
  order: object,
  names: readonly string[] = additionalFields,
): AdditionalFieldsDraft {
  const valuesOf = (record: object) => valuesIn(record, names);
  let saved = valuesOf(order);
  let values = saved;
  const mergeInput = (theirs: object, mine?: object): MergeInput<AdditionalValues> => ({
    before: saved,
    mine: mine ? valuesOf({ ...saved, ...mine }) : values,
    theirs: valuesOf(theirs),
  });
  const merged = (all: MergeInput<AdditionalValues>, mine: MergePaths) =>
    mine === 'all' || mine.some((path) => names.some((name) => path === `/${name}`))
      ? merge(all, mine === 'all' ? [] : rejectedPaths(merge(all).conflicts, mine)).merged
      : all.theirs;
  return {
    values: () => values,
    set: (name, value) => {
      values = { ...values, [name]: value };
    },
    unsaved: () => differing(values, saved),
    changes: () => {
      const before = new Map(Object.entries(saved));
      const changed = Object.entries(differing(values, saved));
      return Object.fromEntries(changed.map(([name, mine]) => [name, { before: before.get(name), mine }]));
    },
    applyChanges: (changes, mine) => {
      values = merged(storedChangesMergeInput(changes, { ...values }), mine);
    },
    settle: (sent, next) => {
      values = { ...valuesOf(next), ...differing(values, valuesOf({ ...saved, ...sent })) };
      saved = valuesOf(next);
    },
    mergeInput,
    follow: (theirs, mine) => {
      values = merged(mergeInput(theirs), mine);
      saved = valuesOf(theirs);
    },
  };
}

/** Picks the named fields of a record; null for a field without a value. */
function valuesIn(record: object, names: readonly string[]): AdditionalValues {
  const all = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(names.map((name) => [name, all.get(name) ?? null]));
}

function differing(values: AdditionalValues, from: AdditionalValues): AdditionalValues {
  const before = new Map<string, unknown>(Object.entries(from));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, before.get(name))));
}

/** Returns the three sides of a merge for stored fields: base, mine, and the current form data. */
export function storedChangesMergeInput(fields: FieldChanges, here: FormValues): MergeInput<FormValues> {
  const [before, mine] = [{ ...here }, { ...here }];
  for (const [key, change] of Object.entries(fields)) {
    before[key] = change.before;
    mine[key] = change.mine;
  }
  return { before, mine, theirs: here };
}
