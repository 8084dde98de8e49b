import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormContext, FormData } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormAhead } from '#schemas/forms/read-form-ahead.ts';
import type { Form } from '#schemas/generated/types.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { idOf, type Named, type ShownOrder } from '../api/queries.ts';
import { randomId } from '../api/randomId.ts';
import { createFormStore } from '../forms/store/createFormStore.ts';
import type { FormStore } from '../forms/store/formStore.ts';
import { formRules } from './formRules.ts';
import { isOverlapping, mergeData } from './mergeData.ts';

export type OrderForm = {
  store: FormStore;
  /** Why the form's rules could not be loaded; without them it can be filled in, and the server checks it. */
  rulesError: Error | null;
  loadRules: () => void;
  isDirty: boolean;
  /** The values that are not saved yet; nothing when none differ. */
  unsaved: () => FormData | undefined;
  /** A save sent these values, and this came of them. What was typed meanwhile stays, and is unsaved. */
  settle: (values: { sent: FormData; saved: FormData }) => void;
  /** Somebody else saved these values: one's own changes are dropped, or put on top of them. */
  follow: (theirs: FormData, mine: 'drop' | 'keep') => void;
  /** What `follow` would keep. */
  merged: (theirs: FormData) => FormData;
  /** Whether these values differ from the saved ones where one's own do, too; `mine` are those on the screen unless told. */
  overlaps: (theirs: FormData, mine?: FormData) => boolean;
  /** What differs from the saved values, field by field. */
  changes: () => FieldChanges;
  /** Puts earlier changes on top of what is saved. */
  takeChanges: (changes: FieldChanges) => void;
};

/** Unsaved values by their keys, with the saved ones that they were typed over. */
export type FieldChanges = Record<string, { before?: unknown; mine?: unknown }>;

/** Long enough to stay out of the way of typing, short enough to be right when a person looks up. Milliseconds. */
const lookUp = 100;

/** The order's form on the screen: its values, and whether they differ from the saved ones (spec 4). */
export function useOrderForm({
  form,
  order,
  client,
  channel,
  isReadOnly,
}: {
  form: Form;
  order: ShownOrder;
  client: ShownOrder['client'];
  channel: Named;
  isReadOnly: boolean;
}): OrderForm {
  const { user, status, submissionDate, changeDate } = order;
  const context = useMemo(
    () => contextOf({ client, user, channel, status, submissionDate, changeDate }),
    [client, user, channel, status, submissionDate, changeDate],
  );
  const rules = useQuery(formRules);
  const read = rules.data ?? readFormAhead;
  const open = () => createFormStore({ form: read(form.formSchema), values: order.formData, context, isReadOnly });
  const [store, setStore] = useState(open);
  // What a status allows may change under the form: then it is opened anew.
  if (store.isReadOnly !== isReadOnly) setStore(open());
  const [isDirty, setDirty] = useState(false);
  const clean = useRef(store.values());
  useEffect(() => {
    clean.current = store.values();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setDirty(!isEqual(store.values(), clean.current)), lookUp);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  const readBy = useRef(read);
  useEffect(() => {
    if (readBy.current === read) return;
    readBy.current = read;
    const wasClean = isEqual(store.values(), clean.current);
    store.takeForm(read(form.formSchema));
    // What the rules calculate is nobody's unsaved change, as it is none when a form is opened.
    if (wasClean) clean.current = store.values();
  }, [store, form, read]);
  const told = useRef(context);
  useEffect(() => {
    if (told.current === context) return;
    told.current = context;
    const { useContext: tellContext } = store;
    tellContext(context);
  }, [store, context]);
  const take = (values: FormData, saved: FormData) => {
    store.replace(values);
    clean.current = saved;
    setDirty(!isEqual(store.values(), saved));
  };
  const merged = (theirs: FormData) => mergeData({ before: clean.current, mine: store.values(), theirs });
  return {
    store,
    rulesError: rules.error,
    loadRules: () => void rules.refetch(),
    isDirty,
    unsaved: () => (isEqual(store.values(), clean.current) ? undefined : store.values()),
    settle: ({ sent, saved }) => {
      if (!isEqual(store.values(), sent)) {
        clean.current = sent;
        return;
      }
      store.replace(saved);
      take(store.values(), store.values());
    },
    follow: (theirs, mine) => {
      take(mine === 'keep' ? merged(theirs) : theirs, theirs);
    },
    merged,
    overlaps: (theirs, mine = store.values()) => isOverlapping({ before: clean.current, mine, theirs }),
    changes: () => {
      const [before, mine] = [clean.current, store.values()];
      const keys = [...new Set([...Object.keys(before), ...Object.keys(mine)])];
      const changed = keys.filter((key) => !isEqual(before[key], mine[key]));
      return Object.fromEntries(changed.map((key) => [key, { before: before[key], mine: mine[key] }]));
    },
    takeChanges: (changes) => {
      const values = { ...store.values() };
      for (const [key, { mine }] of Object.entries(changes)) {
        if (mine === undefined) delete values[key];
        else values[key] = mine;
      }
      take(values, clean.current);
    },
  };
}

/** What the form's scripts read, as the server's do (design 7). */
export function contextOf(
  order: Pick<ShownOrder, 'client' | 'user' | 'status' | 'submissionDate' | 'changeDate'> & { channel: Named },
): FormContext {
  const { client, user, channel, status, submissionDate, changeDate } = order;
  const submitted = status === 'DRAFT' ? null : (changeDate ?? submissionDate);
  return {
    // From submission on a valid order must not turn invalid while it waits (design 6).
    now: submitted ? new Date(submitted) : new Date(),
    zone: 'utc',
    client: typeof client === 'string' ? null : client,
    user: typeof user === 'string' ? { id: idOf(user) } : { id: user.id, name: user.name, email: user.email },
    channel,
    ...orderInScripts({ status, submissionDate }),
    idOf: randomId,
  };
}
