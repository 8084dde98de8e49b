import type { FormData } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { readForm } from '#schemas/forms/read-form.ts';
import { readFormAhead } from '#schemas/forms/read-form-ahead.ts';
import type { Client, Form } from '#schemas/generated/types.ts';
import { idOf, type Named, type ShownOrder } from '../api/queries.ts';
import type { Draft } from '../editing/draft.ts';
import { createFormStore } from '../forms/store/createFormStore.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { contextOf } from './formContext.ts';
import { isOverlapping, mergeData } from './mergeData.ts';
import type { OrderChanges } from './orderChanges.ts';

/** Unsaved values by their keys, with the saved ones that they were typed over. */
export type FieldChanges = Record<string, { before?: unknown; mine?: unknown }>;

/** What is filled in of an order: its form, as on the screen, and its client. */
export interface OrderDraft extends Draft<ShownOrder, OrderChanges> {
  /** Another one when what may be changed changes. */
  form(): FormStore;
  client(): ShownOrder['client'];
  chooseClient(client: Client | null): void;
  /** What differs from the saved form data, field by field. */
  changes(): FieldChanges;
  /** Puts earlier changes on top of what is here. */
  takeChanges(changes: FieldChanges): void;
  /** What keeping one's own changes on top of somebody else's order would come to. */
  mergedWith(theirs: ShownOrder): ShownOrder;
  /** Whether a place that differs here was changed by somebody else, too. */
  isChangedIn(theirs: ShownOrder, path: string): boolean;
  /** The order as it is saved now: what the form's rules are told of it, and whether it may be changed. */
  tell(saved: ShownOrder, isReadOnly: boolean): void;
  /** The rules language has come. */
  takeRules(read: typeof readForm): void;
}

/** Long enough to stay out of the way of typing, short enough to be right when a person looks up. Milliseconds. */
const lookUp = 100;

/** Opens an order to be filled in. Without the rules language it is read ahead of them (performance 2). */
export function createOrderDraft({
  order: first,
  form,
  channel,
  isReadOnly,
  read: readNow = readFormAhead,
}: {
  order: ShownOrder;
  form: Form;
  channel: Named;
  isReadOnly: boolean;
  read?: typeof readForm | undefined;
}): OrderDraft {
  let read = readNow;
  let order = first;
  /** Another client than the saved one; undefined while none was chosen. */
  let chosen: Client | null | undefined;
  let context = contextOf({ ...order, channel });
  let store = open(isReadOnly);
  /** The saved values that one's own were typed over. */
  let clean = store.values();
  let isFormDirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopLooking = () => {};
  const listeners = new Set<() => void>();

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
    isDirty: () => isFormDirty || isClientDirty(),
    unsaved: () => {
      const formData = data();
      if (!formData && !isClientDirty()) return undefined;
      return { ...(isClientDirty() ? { client: refOf(client()) } : {}), ...(formData ? { formData } : {}) };
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
    settle: (sent, saved) => {
      // Another client may have been chosen meanwhile.
      if ('client' in sent && chosen !== undefined && refOf(chosen) === sent.client) chosen = undefined;
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
      return isClientAsked || isOverlapping({ before: clean, mine: formData, theirs: theirs.formData });
    },
    follow: (theirs, mine) => {
      const isMine = ([key]: [string, unknown]) => mine !== 'all' && mine.includes(`/formData/${key}`);
      const kept = Object.fromEntries(Object.entries(draft.changes()).filter(isMine));
      const values = mine === 'all' ? merged(theirs) : withChanges(theirs.formData, kept);
      if (mine !== 'all' && !mine.includes('/client')) chosen = undefined;
      order = theirs;
      take(values, theirs.formData);
    },
    changes: () => {
      const mine = store.values();
      const keys = [...new Set([...Object.keys(clean), ...Object.keys(mine)])];
      const changed = keys.filter((key) => !isEqual(clean[key], mine[key]));
      return Object.fromEntries(changed.map((key) => [key, { before: clean[key], mine: mine[key] }]));
    },
    takeChanges: (changes) => take(withChanges(store.values(), changes), clean),
    mergedWith: (theirs) => ({
      ...theirs,
      client: isClientDirty() ? client() : theirs.client,
      formData: merged(theirs),
    }),
    isChangedIn: (theirs, path) => {
      if (path === '/client') return refOf(theirs.client) !== refOf(order.client);
      const key = path.replace('/formData/', '');
      return key in draft.changes() && !isEqual(clean[key], theirs.formData[key]);
    },
    tell: (saved, isReadOnlyNow) => {
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
      store.takeForm(read(form.formSchema));
      // What the rules calculate is nobody's unsaved change, as it is none when a form is opened.
      if (wasClean) clean = store.values();
    },
  };
  return draft;

  function open(isReadOnlyNow: boolean): FormStore {
    return createFormStore({
      form: read(form.formSchema),
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

  function merged(theirs: ShownOrder): FormData {
    return mergeData({ before: clean, mine: store.values(), theirs: theirs.formData });
  }

  function tellContext(): void {
    const next = contextOf({ ...order, client: client(), channel });
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

function withChanges(values: FormData, changes: FieldChanges): FormData {
  const next = { ...values };
  for (const [key, { mine }] of Object.entries(changes)) {
    if (mine === undefined) delete next[key];
    else next[key] = mine;
  }
  return next;
}
