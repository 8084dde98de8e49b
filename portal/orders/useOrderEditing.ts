import { useEffect, useState } from 'react';
import type { Client, Form, Product } from '#schemas/generated/types.ts';
import { mayChangeData, type OrderRights } from '#schemas/orders/transitions.ts';
import { ApiError, type FieldProblem } from '../api/ApiError.ts';
import { idOf, type Named, type SavedOrder, type ShownLine, type ShownOrder } from '../api/queries.ts';
import { formProblems, otherProblems } from './orderProblems.ts';
import { lineInputs, shownFrom } from './savedOrder.ts';
import { type OrderForm, useOrderForm } from './useOrderForm.ts';
import { type OrderChanges, useOrderSaving } from './useOrderSaving.ts';

export type OrderEditing = {
  /** The order as it was last saved. */
  order: ShownOrder;
  client: ShownOrder['client'];
  chooseClient: (client: Client | null) => void;
  form: OrderForm;
  isEditable: boolean;
  isDirty: boolean;
  /** A save that somebody pressed is under way; automatic ones hold nobody up. */
  isSaving: boolean;
  isAutosaving: boolean;
  /** What is unsaved could not be saved by itself, though it will be tried again. */
  isWaiting: boolean;
  /** Saves by itself what is unsaved; answers whether nothing is left to save. */
  autosave: () => Promise<boolean>;
  /** What the last save was refused for, where no field can tell it. */
  refusal: Error | undefined;
  /** The client and the lines that would refuse the order now; the form tells its own. */
  others: readonly FieldProblem[];
  /** What the form's rules changed in what was saved. */
  normalized: NonNullable<SavedOrder['normalized']>;
  /** Saves what is unsaved, with what is given; answers whether it was saved. */
  save: (changes?: OrderChanges) => Promise<boolean>;
  addProduct: (product: Product | Named, data?: ShownLine['data']) => Promise<boolean>;
  removeLine: (line: ShownLine) => Promise<boolean>;
  /** Somebody else saved in between: `loaded` where nothing here was unsaved, `merged` where nothing was changed twice, else it waits for a choice. */
  news: 'none' | 'loaded' | 'merged' | 'conflict';
  /** Goes on from what somebody else saved. */
  follow: (theirs: ShownOrder, mine: 'drop' | 'keep') => void;
};

/** An order while it is edited: what is saved, what is not, and the ways between. `shown` is as the server last said. */
export function useOrderEditing({
  shown,
  form: formRecord,
  channel,
  rights,
  onSaved,
  onStale,
}: {
  shown: ShownOrder;
  form: Form;
  channel: Named;
  rights: OrderRights;
  onSaved: (order: ShownOrder) => void;
  /** A save was meant for an older state: ask the server again. */
  onStale: () => void;
}): OrderEditing {
  const [order, setOrder] = useState(shown);
  const [chosen, setChosen] = useState<Client | null>();
  const [refusal, setRefusal] = useState<Error>();
  const [news, setNews] = useState<OrderEditing['news']>('none');
  const [normalized, setNormalized] = useState<OrderEditing['normalized']>([]);
  const saving = useOrderSaving(shown);
  const [pressed, setPressed] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const client = chosen === undefined ? order.client : chosen;
  const isClientDirty = refId(client) !== refId(order.client);
  const isEditable = mayChangeData(order, rights);
  const form = useOrderForm({ form: formRecord, order, client, channel, isReadOnly: !isEditable });
  const isDirty = isClientDirty || form.isDirty;

  const follow = (theirs: ShownOrder, mine: 'drop' | 'keep') => {
    setOrder(theirs);
    if (mine === 'drop') setChosen(undefined);
    form.follow(theirs.formData, mine);
    saving.follow(theirs.revision);
    setNews('none');
    setRefusal(undefined);
  };

  /** What both changed is asked; where the data may change no more, too. */
  const isMergeable = (theirs: ShownOrder) => {
    const isClientAsked = isClientDirty && ![refId(order.client), refId(client)].includes(refId(theirs.client));
    return mayChangeData(theirs, rights) && !isClientAsked && !form.overlaps(theirs.formData);
  };

  // The server has news: the same save with names we lacked, or somebody else's save.
  const [heard, setHeard] = useState(shown);
  useEffect(() => {
    if (heard === shown || saving.isSaving) return;
    setHeard(shown);
    if (shown.revision < order.revision) return;
    if (shown.revision === order.revision) setOrder(shown);
    else if (isDirty && isMergeable(shown)) {
      follow(shown, 'keep');
      setNews('merged');
    } else if (isDirty) setNews('conflict');
    else {
      follow(shown, 'drop');
      setNews('loaded');
    }
  });

  const refuse = (error: Error) => {
    const code = error instanceof ApiError ? error.code : 'UNKNOWN';
    if (error instanceof ApiError && code === 'GS_VALIDATION_REJECTED') {
      form.store.takeServerProblems(formProblems(error.fields));
      setOrder((before) => ({ ...before, problems: error.fields }));
    }
    // The news that come then say the rest; the end of a session is told over the whole page.
    if (code === 'RESOURCE_CONFLICT') onStale();
    else if (code !== 'AUTHENTICATION_REQUIRED') setRefusal(error);
  };

  const send = async (changes: OrderChanges, known: readonly Product[] = []): Promise<boolean> => {
    setRefusal(undefined);
    if (!changes.autosave) setNews((before) => (before === 'conflict' ? before : 'none'));
    if (!changes.autosave) setPressed((count) => count + 1);
    const outcome = await saving.save(changes);
    if (!changes.autosave) setPressed((count) => count - 1);
    setWaiting('refusal' in outcome && changes.autosave === true);
    if ('refusal' in outcome) {
      // Without an answer nothing is decided: it is kept on this device and tried again.
      if (!changes.autosave || !isUnanswered(outcome.refusal)) refuse(outcome.refusal);
      return false;
    }
    const { saved } = outcome;
    const products = [...order.products.map(({ product }) => product), ...known];
    const next = shownFrom(saved, { client, user: order.user, products });
    setOrder(next);
    setNormalized(saved.normalized ?? []);
    // Another client may have been chosen meanwhile.
    if ('client' in changes) setChosen((now) => (now !== undefined && refId(now) !== changes.client ? now : undefined));
    if (changes.formData) form.settle({ sent: changes.formData, saved: saved.formData });
    onSaved(next);
    return true;
  };

  const save = (changes: OrderChanges = {}) => {
    const formData = form.unsaved();
    const all: OrderChanges = {
      ...(isClientDirty ? { client: refId(client) } : {}),
      ...(formData ? { formData } : {}),
      ...changes,
    };
    return Object.keys(all).length === 0 ? Promise.resolve(true) : send(all);
  };

  return {
    order,
    client,
    chooseClient: setChosen,
    form,
    isEditable,
    isDirty,
    isSaving: pressed > 0,
    isAutosaving: saving.isSaving && pressed === 0,
    isWaiting,
    autosave: () => (isClientDirty || form.unsaved() ? save({ autosave: true }) : Promise.resolve(true)),
    refusal,
    others: otherProblems(order.problems ?? [], client !== null),
    normalized,
    save,
    addProduct: (product, data) =>
      send(
        { products: [...lineInputs(order.products), { product: product.id, ...(data ? { data } : {}) }] },
        'key' in product ? [product] : [],
      ),
    removeLine: ({ id }) => send({ products: lineInputs(order.products.filter((line) => line.id !== id)) }),
    news,
    follow,
  };
}

const refId = (client: ShownOrder['client']) => (client === null ? null : idOf(client));

const isUnanswered = (error: Error) => error instanceof ApiError && error.code === 'UNKNOWN';
