import type { readForm } from '#schemas/forms/read-form.ts';
import type { Form, Product } from '#schemas/generated/types.ts';
import { mayChangeData, type OrderRights } from '#schemas/orders/transitions.ts';
import { idOf, type Named, type SavedOrder, type ShownLine, type ShownOrder } from '../api/queries.ts';
import type { RecordStore } from '../editing/editing.ts';
import { patchRecord } from '../editing/patchRecord.ts';
import { createRecordStore } from '../editing/recordStore.ts';
import type { OrderChanges } from './orderChanges.ts';
import { createOrderDraft, type OrderDraft } from './orderDraft.ts';
import { formProblems } from './orderProblems.ts';
import { lineInputs, shownFrom } from './savedOrder.ts';

/** An order while it is edited: what is saved of it and how, and what is filled in. */
export interface OrderEditing extends RecordStore<ShownOrder, OrderChanges> {
  draft: OrderDraft;
  isEditable(): boolean;
  /** What the person may do, where that has changed. */
  allow(rightsOf: (order: ShownOrder) => OrderRights): void;
  /** What the form's rules changed in what was saved last. */
  normalized(): NonNullable<SavedOrder['normalized']>;
  /** A line is added or removed at once, since the server fills in its data and the lines that it includes. */
  addProduct(product: Product | Named, data?: ShownLine['data']): Promise<boolean>;
  removeLine(line: ShownLine): Promise<boolean>;
}

export interface OrderEditingOptions {
  /** The order as the server last said. */
  shown: ShownOrder;
  form: Form;
  channel: Named;
  rightsOf: (order: ShownOrder) => OrderRights;
  /** The signed-in person. */
  userId: string;
  read?: typeof readForm | undefined;
  /** Reads the order anew. */
  load: () => Promise<ShownOrder>;
  onSaved: (order: ShownOrder) => void;
}

/** Opens an order for the screen. */
export function createOrderEditing(options: OrderEditingOptions): OrderEditing {
  const { shown, form, channel, userId, read, load, onSaved } = options;
  let { rightsOf } = options;
  const isEditable = (order: ShownOrder) => mayChangeData(order, rightsOf(order));
  const draft = createOrderDraft({ order: shown, form, channel, isReadOnly: !isEditable(shown), read });
  /** The products by name, also of lines that were added or removed since. */
  const products = new Map(shown.products.map(({ product }) => [idOf(product), product]));
  let normalized: NonNullable<SavedOrder['normalized']> = [];
  const store = createRecordStore<ShownOrder, OrderChanges>({
    saved: shown,
    draft,
    load,
    isEditable,
    savesItself: ({ status }) => status === 'DRAFT',
    // A draft's is a save even of nothing new: it makes a version (design 6).
    restated: ({ status }) => (status === 'DRAFT' ? { formData: draft.form().values() } : undefined),
    isOwn: ({ lastEditedBy }) => lastEditedBy === userId,
    send: async ({ changes, revision, isAutomatic }) => {
      const saved = await patchRecord<SavedOrder>({
        path: `orders/${shown.id}`,
        // The server gathers the automatic saves of a person into one version (design 6).
        changes: isAutomatic ? { ...changes, autosave: true } : changes,
        revision,
        isAutomatic,
      });
      normalized = saved.normalized ?? [];
      return shownFrom(saved, { client: draft.client(), user: told.user, products: [...products.values()] });
    },
    refused: (error, saved) => {
      if (error.code !== 'GS_VALIDATION_REJECTED') return saved;
      draft.form().takeServerProblems(formProblems(error.fields));
      return { ...saved, problems: error.fields };
    },
    onSaved,
  });
  /** What the draft was told last. */
  let told = shown;
  store.watch(() => {
    const { saved } = store.now();
    if (saved === told) return;
    told = saved;
    for (const { product } of saved.products) if (typeof product === 'object') products.set(product.id, product);
    draft.tell(saved, !isEditable(saved));
  });
  return {
    ...store,
    draft,
    isEditable: () => isEditable(store.now().saved),
    allow: (next) => {
      rightsOf = next;
      draft.tell(told, !isEditable(told));
    },
    normalized: () => normalized,
    addProduct: (product, data) => {
      if ('key' in product) products.set(product.id, product);
      const added = { product: product.id, ...(data ? { data } : {}) };
      return store.send({ products: [...lineInputs(store.now().saved.products), added] });
    },
    removeLine: ({ id }) =>
      store.send({ products: lineInputs(store.now().saved.products.filter((line) => line.id !== id)) }),
  };
}
