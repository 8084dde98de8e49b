import { merge, type Three } from '#schemas/changes/merge.ts';
import type { FormData } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormAhead } from '#schemas/forms/read-form-ahead.ts';
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

/** Unsaved values by their keys, with the saved ones that they were typed over. */
export type FieldChanges = Record<string, { before?: unknown; mine?: unknown }>;

/** What is filled in of an order: its form, as on the screen, its client and its lines. */
export interface OrderDraft extends Draft<ShownOrder, OrderChanges> {
  /** Another one when what may be changed changes. */
  form(): FormStore;
  client(): ShownOrder['client'];
  chooseClient(client: Client | null): void;
  lines(): Lines;
  /** Other lines than the saved ones, to go with the next save. */
  chooseLines(lines: Lines): void;
  /** The fields beside client, form data and lines. */
  further: Pick<FurtherDraft, 'values' | 'set' | 'changes' | 'takeChanges'>;
  /** What differs from the saved form data, field by field. */
  changes(): FieldChanges;
  /** Puts earlier changes on top of what is here; where both changed the same, only at the places of `mine`. */
  takeChanges(changes: FieldChanges, mine: readonly string[]): void;
  /** The lines that differ from the saved ones, with these; nothing where none do. */
  lineChanges(): LineChanges | undefined;
  /** The same as `takeChanges` for lines. */
  takeLineChanges(changes: LineChanges, mine: readonly string[]): void;
  /** What is unsaved here beside somebody else's order. */
  sides(theirs: ShownOrder): OrderSides;
  /** The order as it is saved now: what the form's rules are told of it, and whether it may be changed. */
  tell(saved: ShownOrder, isReadOnly: boolean): void;
  /** The rules language has come. */
  takeRules(read: FormReader): void;
}

/** Somebody else's order and one's own: the client that keeping one's own leads to, the form data and the lines three times. */
export interface OrderSides {
  client: ShownOrder['client'];
  /** Whether it is another one than theirs. */
  isClientMine: boolean;
  /** Whether both chose another one. */
  isClientAsked: boolean;
  data: Three<FormData>;
  lines: Three<Lines>;
  further: Three<FurtherValues>;
}

/** Long enough to stay out of the way of typing, short enough to be right when a person looks up. Milliseconds. */
const lookUp = 100;

/** Opens an order to be filled in. Without the rules language it is read ahead of them (performance 2). */
export function createOrderDraft({
  order: first,
  form,
  channel,
  isReadOnly,
  read: readNow = ({ formSchema }) => readFormAhead(formSchema),
}: {
  order: ShownOrder;
  form: Form;
  channel: Named;
  isReadOnly: boolean;
  read?: FormReader | undefined;
}): OrderDraft {
  let read = readNow;
  let order = first;
  /** Another client than the saved one; undefined while none was chosen. */
  let chosen: Client | null | undefined;
  /** Other lines than the saved ones. */
  let chosenLines: Lines | undefined;
  const further = createFurtherDraft(order);
  let context = contextOf({ ...order, channel });
  let store = open(isReadOnly);
  /** The saved values that one's own were typed over. */
  let clean = store.values();
  let isFormDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopLooking = () => {};
  const listeners = new Set<() => void>();

  const lines = () => chosenLines ?? order.products;
  const client = () => (chosen === undefined ? order.client : chosen);
  const isClientDirty = () => refOf(client()) !== refOf(order.client);
  const data = (): FormData | undefined => (isEqual(store.values(), clean) ? undefined : store.values());

  const draft: OrderDraft = {
    form: () => store,
    client,
    chooseClient: (next) => {
      chosen = next;
      tellContext();
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
      if (listeners.size === 0) look();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        stopLooking();
      };
    },
    settle: (changes, saved) => {
      if (changes.restore !== undefined) return draft.follow(saved, []);
      // A request for a bypass of a change brings the changed data along.
      const sent = changes.action?.changes ?? changes;
      // Another client may have been chosen meanwhile.
      if ('client' in sent && chosen !== undefined && refOf(chosen) === sent.client) chosen = undefined;
      if (sent.products) {
        // What was sent is what both had read: the server adds what products include, a person may have typed on.
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
      const hasOwnClient = own.client !== undefined && own.client !== refOf(order.client);
      const isClientAsked = hasOwnClient && ![refOf(order.client), own.client].includes(refOf(theirs.client));
      const formData = own.formData ?? theirs.formData;
      const { conflicts } = merge({ before: clean, mine: formData, theirs: theirs.formData });
      const ownLines = mine ? (mine.products ? shownFrom(mine.products, lines()) : order.products) : lines();
      const ofLines = mergedLines({ before: order.products, mine: ownLines, theirs: theirs.products }).conflicts;
      const ofFurther = merge(further.sides(theirs, mine)).conflicts;
      return isClientAsked || conflicts.length > 0 || ofLines.length > 0 || ofFurther.length > 0;
    },
    follow: (theirs, mine) => {
      const values = merged(threeOf(theirs), mine);
      if (mine !== 'all' && !mine.includes('/client')) chosen = undefined;
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
        if (listeners.size > 0) look();
      }
      tellContext();
      notify();
    },
    takeRules: (next) => {
      if (next === read) return;
      read = next;
      const wasClean = data() === undefined;
      store.takeForm(read(form));
      // What the rules calculate is nobody's unsaved change, as it is none when a form is opened.
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

  /** Follows the form that is open now. */
  function look(): void {
    stopLooking();
    stopLooking = store.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isFormDirty = data() !== undefined;
        notify();
      }, lookUp);
    });
  }

  function take(values: FormData, saved: FormData): void {
    store.replace(values);
    clean = saved;
    isFormDirty = data() !== undefined;
    notify();
  }

  function takeLines(next: Lines, saved: Lines): void {
    chosenLines = isEqual(lineInputs(next), lineInputs(saved)) ? undefined : next;
  }

  function linesThree(theirs: ShownOrder): Three<Lines> {
    return { before: order.products, mine: lines(), theirs: theirs.products };
  }

  function threeOf(theirs: ShownOrder): Three<FormData> {
    return { before: clean, mine: store.values(), theirs: theirs.formData };
  }

  function tellContext(): void {
    // Nothing else than a change is typed into a COMPLETE order.
    const isChanging = order.status === 'COMPLETE' && !store.isReadOnly;
    const next = contextOf({ ...order, client: client(), channel }, isChanging);
    // When it was submitted, which decides about `now`, changes with the status only.
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

/** Both sides' form data as one, one's own at the places of `mine` where both changed the same; theirs where there are none. */
function merged(data: Three<FormData>, mine: Places): FormData {
  if (mine === 'all') return merge(data).merged;
  if (!mine.some((path) => path.startsWith('/formData'))) return data.theirs;
  return merge(data, notTaken(merge(data).conflicts, mine, '/formData')).merged;
}

/** The same of lines, whose places are their ids. */
function followedLines(lines: Three<Lines>, mine: Places): Lines {
  if (mine === 'all') return mergedLines(lines).lines;
  if (!mine.some((path) => path.startsWith('/products'))) return lines.theirs;
  return mergedLines(lines, notTaken(mergedLines(lines).conflicts, mine, '/products')).lines;
}
