import { type MergeInput, merge } from '#schemas/changes/merge.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-ahead.ts';
import type { Client, Form } from '#schemas/generated/types.ts';
import type { FurtherValues } from '#schemas/orders/order-fields.ts';
import { idOf, type Named, type ShownOrder } from '../api/queries.ts';
import type { Draft, Places } from '../editing/draft.ts';
import { notTaken } from '../editing/notTaken.ts';
import { createFormStore } from '../forms/store/createFormStore.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { contextOf } from './formContext.ts';
import type { FormReader } from './formRules.ts';
import { createFurtherDraft, type FurtherDraft } from './furtherDraft.ts';
import { keptLineSides, type LineChanges, type Lines, mergedLines, shownFrom } from './lines/mergedLines.ts';
import type { OrderChanges } from './orderChanges.ts';
import { lineInputs } from './savedOrder.ts';
import { keptSides } from './sides.ts';

/** Unsaved values by key, each with the saved value on which it is based. */
export type FieldChanges = Record<string, { before?: unknown; mine?: unknown }>;

/** The draft of an order: its form store, client, lines and additional fields. */
export interface OrderDraft extends Draft<ShownOrder, OrderChanges> {
  /** The form store. It is replaced when the order becomes editable or read-only. */
  form(): FormStore;
  client(): ShownOrder['client'];
  chooseClient(client: Client | null): void;
  lines(): Lines;
  /** Sets unsaved lines, to be sent with the next save. */
  chooseLines(lines: Lines): void;
  /** The additional fields: those beside client, form data and lines. */
  further: Pick<FurtherDraft, 'values' | 'set' | 'changes' | 'takeChanges'>;
  /** Returns the unsaved form data, field by field. */
  changes(): FieldChanges;
  /** Applies earlier changes. Where both sides changed a field, it takes only the paths in `mine`. */
  takeChanges(changes: FieldChanges, mine: readonly string[]): void;
  /** Returns the unsaved lines with the saved ones; undefined if they are equal. */
  lineChanges(): LineChanges | undefined;
  /** The same as `takeChanges`, for lines. */
  takeLineChanges(changes: LineChanges, mine: readonly string[]): void;
  /** Returns the sides of a merge with somebody else's version. */
  sides(theirs: ShownOrder): OrderSides;
  /** Sets the saved order: the context of the form's rules, and whether it is editable. */
  tell(saved: ShownOrder, isReadOnly: boolean): void;
  /** Sets the form reader, once the rules language is loaded. */
  takeRules(read: FormReader): void;
}

/**
 * The sides of a merge with somebody else's order: the resulting client, and base, mine and theirs of form data, lines
 * and additional fields.
 */
export interface OrderSides {
  client: ShownOrder['client'];
  /** Whether the client differs from theirs. */
  isClientMine: boolean;
  /** Whether both changed the client (a conflict). */
  isClientAsked: boolean;
  data: MergeInput<FormValues>;
  lines: MergeInput<Lines>;
  further: MergeInput<FurtherValues>;
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
  order: ShownOrder;
  form: Form;
  channel: Named;
  isReadOnly: boolean;
  read?: FormReader | undefined;
}): OrderDraft {
  let read = readNow;
  let order = initialOrder;
  /** The unsaved client; undefined if none was chosen. */
  let nextClient: Client | null | undefined;
  /** The unsaved lines. */
  let chosenLines: Lines | undefined;
  const further = createFurtherDraft(order);
  let context = contextOf({ ...order, channel });
  let store = open(isReadOnly);
  /** The saved form data on which the unsaved values are based. */
  let clean = store.values();
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
    chooseClient: (next) => {
      nextClient = next;
      updateContext();
      notify();
    },
    lines,
    chooseLines: (next) => {
      takeLines(next, order.products);
      notify();
    },
    further: {
      ...further,
      set: (name, value) => {
        further.set(name, value);
        notify();
      },
      takeChanges: (changes, mine) => {
        further.takeChanges(changes, mine);
        notify();
      },
    },
    isDirty: () =>
      isFormDirty || isClientDirty() || chosenLines !== undefined || Object.keys(further.unsaved()).length > 0,
    unsaved: () => {
      const formData = data();
      const unsaved = {
        ...(isClientDirty() ? { client: refOf(client()) } : {}),
        ...(formData ? { formData } : {}),
        ...(chosenLines ? { products: lineInputs(chosenLines) } : {}),
        ...further.unsaved(),
      };
      return Object.keys(unsaved).length > 0 ? unsaved : undefined;
    },
    watch: (listener) => {
      if (listeners.size === 0) watchForm();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        unwatchForm();
      };
    },
    settle: (changes, saved) => {
      if (changes.restore !== undefined) return draft.follow(saved, []);
      // A bypass request for a change contains the changed data.
      const sent = changes.action?.changes ?? changes;
      // Another client may have been chosen while the save was in flight.
      if ('client' in sent && nextClient !== undefined && refOf(nextClient) === sent.client) nextClient = undefined;
      if (sent.products) {
        // The base is what was sent: the server may add included lines, and the person may have changed more meanwhile.
        const before = shownFrom(sent.products, lines());
        takeLines(mergedLines({ before, mine: lines(), theirs: saved.products }).lines, saved.products);
      }
      further.settle(sent, saved);
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
    overlaps: (theirs, mine) => {
      const own = mine ?? { client: refOf(client()), formData: store.values() };
      const isClientChanged = own.client !== undefined && own.client !== refOf(order.client);
      const isClientAsked = isClientChanged && ![refOf(order.client), own.client].includes(refOf(theirs.client));
      const formData = own.formData ?? theirs.formData;
      const { conflicts } = merge({ before: clean, mine: formData, theirs: theirs.formData });
      const ownLines = mine ? (mine.products ? shownFrom(mine.products, lines()) : order.products) : lines();
      const ofLines = mergedLines({ before: order.products, mine: ownLines, theirs: theirs.products }).conflicts;
      const ofFurther = merge(further.sides(theirs, mine)).conflicts;
      return isClientAsked || conflicts.length > 0 || ofLines.length > 0 || ofFurther.length > 0;
    },
    follow: (theirs, mine) => {
      const values = merged(threeOf(theirs), mine);
      if (mine !== 'all' && !mine.includes('/client')) nextClient = undefined;
      takeLines(followedLines(linesThree(theirs), mine), theirs.products);
      further.follow(theirs, mine);
      order = theirs;
      take(values, theirs.formData);
    },
    changes: () => {
      const mine = store.values();
      const keys = [...new Set([...Object.keys(clean), ...Object.keys(mine)])];
      const changed = keys.filter((key) => !isEqual(clean[key], mine[key]));
      return Object.fromEntries(changed.map((key) => [key, { before: clean[key], mine: mine[key] }]));
    },
    takeChanges: (changes, mine) => take(merged(keptSides(changes, store.values()), mine), clean),
    lineChanges: () => chosenLines && { before: lineInputs(order.products), mine: lineInputs(chosenLines) },
    takeLineChanges: (changes, mine) => draft.chooseLines(followedLines(keptLineSides(changes, lines()), mine)),
    sides: (theirs) => {
      const own = isClientDirty() ? client() : theirs.client;
      const isClientMine = refOf(own) !== refOf(theirs.client);
      const isClientAsked = refOf(theirs.client) !== refOf(order.client);
      const others = { lines: linesThree(theirs), further: further.sides(theirs) };
      return { client: own, isClientMine, isClientAsked, data: threeOf(theirs), ...others };
    },
    tell: (saved, isReadOnlyNow) => {
      further.settle({}, saved);
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
    takeRules: (next) => {
      if (next === read) return;
      read = next;
      const wasClean = data() === undefined;
      store.takeForm(read(form));
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
    unwatchForm = store.watch(() => {
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

  function takeLines(next: Lines, saved: Lines): void {
    chosenLines = isEqual(lineInputs(next), lineInputs(saved)) ? undefined : next;
  }

  function linesThree(theirs: ShownOrder): MergeInput<Lines> {
    return { before: order.products, mine: lines(), theirs: theirs.products };
  }

  function threeOf(theirs: ShownOrder): MergeInput<FormValues> {
    return { before: clean, mine: store.values(), theirs: theirs.formData };
  }

  function updateContext(): void {
    // A COMPLETE order is editable only for a change request.
    const isChanging = order.status === 'COMPLETE' && !store.isReadOnly;
    const next = contextOf({ ...order, client: client(), channel }, isChanging);
    // `now` depends on the submission time, which changes only with the status; ignore it in the comparison.
    if (isEqual({ ...next, now: null, idOf: null }, { ...context, now: null, idOf: null })) return;
    context = next;
    const { useContext: takeContext } = store;
    takeContext(context);
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }
}

const refOf = (client: ShownOrder['client']) => client && idOf(client);

/**
 * Merges form data. Of the conflicts, one's own value wins at the paths in `mine`; without any, theirs is taken whole.
 */
function merged(data: MergeInput<FormValues>, mine: Places): FormValues {
  if (mine === 'all') return merge(data).merged;
  if (!mine.some((path) => path.startsWith('/formData'))) return data.theirs;
  return merge(data, notTaken(merge(data).conflicts, mine, '/formData')).merged;
}

/** The same for lines, whose paths start with their ids. */
function followedLines(lines: MergeInput<Lines>, mine: Places): Lines {
  if (mine === 'all') return mergedLines(lines).lines;
  if (!mine.some((path) => path.startsWith('/products'))) return lines.theirs;
  return mergedLines(lines, notTaken(mergedLines(lines).conflicts, mine, '/products')).lines;
}
