import { useEffect, useRef, useState } from 'react';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Client, Form, Product } from '#schemas/generated/types.ts';
import { mayChangeData, type OrderRights } from '#schemas/orders/transitions.ts';
import { ApiError, type FieldProblem } from '../api/ApiError.ts';
import { idOf, type Named, type SavedOrder, type ShownLine, type ShownOrder } from '../api/queries.ts';
import { type Held, heldAfter } from './held.ts';
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
  /** Why what is unsaved could not be saved by itself. */
  held: Held | null;
  /** Saves by itself what is unsaved; answers whether nothing is left to save. */
  autosave: () => Promise<boolean>;
  /** What the last pressed save was refused for, where no field can tell it. */
  refusal: Error | undefined;
  /** The client and the lines that would refuse the order now; the form tells its own. */
  others: readonly FieldProblem[];
  /** What the form's rules changed in what was saved. */
  normalized: NonNullable<SavedOrder['normalized']>;
  /** Saves what is unsaved, with what is given; answers whether it was saved. A draft's is a save even of nothing new (design 6). */
  save: (changes?: OrderChanges) => Promise<boolean>;
  addProduct: (product: Product | Named, data?: ShownLine['data']) => Promise<boolean>;
  removeLine: (line: ShownLine) => Promise<boolean>;
  /** Somebody else saved in between: `loaded` where nothing here was unsaved, `merged` where nothing was changed twice, else it waits for a choice. */
  news: 'none' | 'loaded' | 'merged' | 'conflict';
  /** Goes on from what somebody else saved, with one's own changes of these places on top: `/client`, `/formData/KEY`. */
  follow: (theirs: ShownOrder, mine: readonly string[] | 'all') => void;
};

/** An order while it is edited: what is saved, what is not, and the ways between. `shown` is as the server last said. */
export function useOrderEditing({
  shown,
  form: formRecord,
  channel,
  rights,
  userId,
  onSaved,
  onStale,
}: {
  shown: ShownOrder;
  form: Form;
  channel: Named;
  rights: OrderRights;
  userId: string;
  onSaved: (order: ShownOrder) => void;
  /** A save was meant for an older state: ask the server again. */
  onStale: () => void;
}): OrderEditing {
  const [order, setOrder] = useState(shown);
  const [chosen, setChosen] = useState<Client | null>();
  const [refusal, setRefusal] = useState<{ error: Error; isOfData: boolean }>();
  const [news, setNews] = useState<OrderEditing['news']>('none');
  const [normalized, setNormalized] = useState<OrderEditing['normalized']>([]);
  const saving = useOrderSaving(shown);
  const [pressed, setPressed] = useState(0);
  const [held, setHeld] = useState<Held | null>(null);
  /** What was sent and got no answer: it may be saved all the same. */
  const unheard = useRef<OrderChanges | null>(null);
  const client = chosen === undefined ? order.client : chosen;
  const isClientDirty = refId(client) !== refId(order.client);
  const isEditable = mayChangeData(order, rights);
  const form = useOrderForm({ form: formRecord, order, client, channel, isReadOnly: !isEditable });
  const isDirty = isClientDirty || form.isDirty;

  const follow = (theirs: ShownOrder, mine: readonly string[] | 'all') => {
    const kept = Object.entries(form.changes()).filter(([key]) => mine !== 'all' && mine.includes(`/formData/${key}`));
    setOrder(theirs);
    if (mine !== 'all' && !mine.includes('/client')) setChosen(undefined);
    form.follow(theirs.formData, mine === 'all' ? 'keep' : 'drop');
    if (kept.length > 0) form.takeChanges(Object.fromEntries(kept));
    saving.follow(theirs.revision);
    unheard.current = null;
    setNews('none');
    setRefusal(undefined);
    setHeld(null);
  };

  /** One's own save, though its answer never came: nobody is to be told of it, or asked. */
  const isOwn = ({ lastEditedBy, formData }: ShownOrder) =>
    unheard.current !== null &&
    lastEditedBy === userId &&
    !form.overlaps(formData, unheard.current.formData ?? formData);

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
    else if (isOwn(shown)) follow(shown, 'all');
    else if (isDirty && isMergeable(shown)) {
      follow(shown, 'all');
      setNews('merged');
    } else if (isDirty) setNews('conflict');
    else {
      follow(shown, []);
      setNews('loaded');
    }
  });

  const refuse = (error: Error, changes: OrderChanges) => {
    const code = error instanceof ApiError ? error.code : 'UNKNOWN';
    if (code === 'UNKNOWN') unheard.current = changes;
    if (error instanceof ApiError && code === 'GS_VALIDATION_REJECTED') {
      form.store.takeServerProblems(formProblems(error.fields));
      setOrder((before) => ({ ...before, problems: error.fields }));
    }
    // The news that come then say the rest.
    if (code === 'RESOURCE_CONFLICT') onStale();
    else if (changes.autosave) setHeld((before) => heldAfter(error, changes, before));
    // The end of a session is told over the whole page.
    else if (code !== 'AUTHENTICATION_REQUIRED') setRefusal({ error, isOfData: !changes.status && !changes.products });
  };

  const send = async (changes: OrderChanges, known: readonly Product[] = []): Promise<boolean> => {
    const isPressed = !changes.autosave;
    if (isPressed) {
      setRefusal(undefined);
      setNews((before) => (before === 'conflict' ? before : 'none'));
      setPressed((count) => count + 1);
    }
    const outcome = await saving.save(changes);
    if (isPressed) setPressed((count) => count - 1);
    if ('refusal' in outcome) {
      refuse(outcome.refusal, changes);
      return false;
    }
    const { saved } = outcome;
    const products = [...order.products.map(({ product }) => product), ...known];
    const next = shownFrom(saved, { client, user: order.user, products });
    unheard.current = null;
    setHeld(null);
    setRefusal((before) => (before?.isOfData ? undefined : before));
    setOrder(next);
    setNormalized(saved.normalized ?? []);
    // Another client may have been chosen meanwhile.
    if ('client' in changes) setChosen((now) => (now !== undefined && refId(now) !== changes.client ? now : undefined));
    if (changes.formData) form.settle({ sent: changes.formData, saved: saved.formData });
    onSaved(next);
    return true;
  };

  const unsaved = (): OrderChanges => {
    const formData = form.unsaved();
    return { ...(isClientDirty ? { client: refId(client) } : {}), ...(formData ? { formData } : {}) };
  };

  const save = (given: OrderChanges = {}) => {
    const changes = { ...unsaved(), ...given };
    if (Object.keys(changes).length > 0) return send(changes);
    return order.status === 'DRAFT' ? send({ formData: form.store.values() }) : Promise.resolve(true);
  };

  const autosave = () => {
    const changes: OrderChanges = { ...unsaved(), autosave: true };
    if (!changes.formData && !('client' in changes)) return Promise.resolve(true);
    const isRefused = held?.why === 'refused' && isEqual(held.changes, changes);
    return isRefused ? Promise.resolve(false) : send(changes);
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
    held,
    autosave,
    refusal: refusal?.error,
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
