import type { NormalizedValue } from '#schemas/forms/form.ts';
import type { Form, Product } from '#schemas/generated/types.ts';
import { mayChangeData, mayWrite, orderFields } from '#schemas/orders/order-fields.ts';
import { stageOf } from '#schemas/orders/order-stage.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf, type NamedRecord, type PopulatedOrder, type SaveResponse } from '../../api/queries.ts';
import type { RecordStore } from '../../editing/editState.ts';
import { patchRecord } from '../../editing/recordRequests.ts';
import { createRecordStore } from '../../editing/recordStore.ts';
import { importOrThrow } from '../../forms/lazyComponent.tsx';
import type { Lines } from '../lines/mergeLines.ts';
import type { FormReader } from '../loading/cachedForms.ts';
import { isFormOf } from '../loading/orderQueries.ts';
import { formDataProblems, formProblems } from '../problems/orderProblems.ts';
import { createOrderDraft, type OrderDraft } from './orderDraft.ts';
import type { OrderPost } from './orderPost.ts';
import { type OrderActionInput, type OrderPatch, populateSaved } from './savedOrder.ts';

/** The editing session of an order: the record store (saving, conflicts, autosave) and the draft. */
export interface OrderStore extends RecordStore<PopulatedOrder, OrderPatch> {
  draft: OrderDraft;
  isEditable(): boolean;
  /** Whether a closed order is being changed here, to be sent as one save (change request). */
  isChanging(): boolean;
  /**
   * Starts a change request, which continues while `mayMake` returns true. Null discards it with all unsaved changes.
   */
  setChanging(mayMake: ((order: PopulatedOrder, rights: OrderRights) => boolean) | null): void;
  /** Sets the person's rights after they changed. */
  setRights(rightsOf: (order: PopulatedOrder) => OrderRights): void;
  /**
   * The values that the form's rules normalized in the last save and that no field shows; paths are relative to the
   * form data.
   */
  normalized(): readonly NormalizedValue[];
  /** The parts of a restored state that were left out, because each order asks for them again. */
  notRestored(): NonNullable<SaveResponse['leftOut']>;
  /**
   * The revision up to which the history is loaded. The server merges autosaves into one version, so they need no
   * reload.
   */
  historyRevision(): number;
  /**
   * Sends a request, decision or note about the saved order. Saves unsaved changes first, unless they are part of it.
   * Resolves to whether it succeeded.
   */
  act(action: OrderActionInput): Promise<boolean>;
  /** Restores an earlier revision, after saving unsaved changes. Resolves to whether it succeeded. */
  restore(revision: number): Promise<boolean>;
  /**
   * Loads what sends POST requests, with what every order page loads after its inputs. Without waiting for code, the
   * first save of a new order can still be sent while the page is left.
   */
  loadPost(): Promise<unknown>;
  /** Registers a product record, for lines that have only its id. */
  addProduct(product: Product): void;
  /** The lines to which the validation problems refer: as saved, or as sent in a rejected save. */
  validatedLines(): Lines;
}

export interface OrderEditingOptions {
  /** The last order from the server. */
  shown: PopulatedOrder;
  form: Form;
  channel: NamedRecord;
  rightsOf: (order: PopulatedOrder) => OrderRights;
  /** The id of the signed-in person. */
  userId: string;
  read?: FormReader | undefined;
  /** Reloads the order of this id. */
  load: (id: string) => Promise<PopulatedOrder>;
  onSaved: (order: PopulatedOrder) => void;
}

/**
 * Whether a person with these rights can edit the order. The form must be the order's current version; otherwise the
 * page reopens with the other one.
 */
export const canEditOrder = (rights: OrderRights, { order, form }: { order: PopulatedOrder; form: Form }): boolean =>
  isFormOf(order, form) && mayChangeData(order, rights);

/** Creates the editing session of an order. */
export function createOrderStore(options: OrderEditingOptions): OrderStore {
  const { shown, form, channel, userId, read, load, onSaved } = options;
  let { rightsOf } = options;
  let mayMakeChange: Parameters<OrderStore['setChanging']>[0] = null;
  let notifiedRevision = shown.revision;
  /** The revision of the last autosave. */
  let autosavedRevision = 0;
  const isEditable = (order: PopulatedOrder) =>
    canEditOrder(rightsOf(order), { order, form }) ||
    (isFormOf(order, form) && mayMakeChange?.(order, rightsOf(order)) === true);
  const draft = createOrderDraft({ order: shown, form, channel, isReadOnly: !isEditable(shown), read });
  /** The product records by id, including those of lines added or removed since. */
  const products = new Map(shown.products.map(({ product }) => [idOf(product), product]));
  let normalized: readonly NormalizedValue[] = [];
  let leftOut: NonNullable<SaveResponse['leftOut']> = [];
  let post: OrderPost | undefined;
  const loadPost = async () => {
    post ??= (await importOrThrow(() => import('../afterInputs.ts'))).orderPost(shown, form);
    return post;
  };
  /** The lines in the last request. */
  let sentLines = shown.products;
  /** The last rejection: its problems, and the lines to which they refer. */
  let rejection: { problems: FieldProblem[] | undefined; lines: Lines } | undefined;
  const store = createRecordStore<PopulatedOrder, OrderPatch>({
    saved: shown,
    draft,
    load: () => load(draftOrder.id),
    isEditable,
    hasAutosave: (order) => mayWrite(orderFields.autosave, stageOf(order), rightsOf(order)),
    // Saving a draft without changes still creates a version (design 6).
    unchangedBody: ({ status }) => (status === 'DRAFT' ? { formData: draft.form().values() } : undefined),
    isOwn: ({ lastEditedBy }) => lastEditedBy === userId,
    send: async (save) => {
      const { changes, revision, isAutomatic } = save;
      sentLines = draft.lines();
      const { id } = draftOrder;
      const isPatch = id !== '' && !changes.action && changes.restore === undefined;
      const saved = isPatch
        ? await patchRecord<SaveResponse>({
            path: `orders/${id}`,
            // The server merges consecutive autosaves of a person into one version (design 6).
            changes: isAutomatic ? { ...changes, autosave: true } : changes,
            revision,
            isAutomatic,
          })
        : await (post ?? (await loadPost()))(id, save);
      if (isAutomatic) autosavedRevision = saved.revision;
      leftOut = saved.leftOut ?? [];
      normalized = draft.form().applyNormalized(formDataProblems(saved.normalized ?? []));
      return populateSaved(saved, { client: draft.client(), user: draftOrder.user, products: [...products.values()] });
    },
    applyError: (error, saved) => {
      if (error.code !== 'GS_VALIDATION_REJECTED') return saved;
      draft.form().setServerErrors(formProblems(error.fields));
      rejection = { problems: error.fields, lines: sentLines };
      return { ...saved, problems: error.fields };
    },
    onSaved,
  });
  /** The last order that the draft received. */
  let draftOrder = shown;
  store.subscribe(() => {
    const { saved } = store.state();
    if (saved === draftOrder) return;
    draftOrder = saved;
    if (saved.revision !== autosavedRevision) notifiedRevision = saved.revision;
    if (!mayMakeChange?.(saved, rightsOf(saved))) mayMakeChange = null;
    for (const { product } of saved.products) if (typeof product === 'object') products.set(product.id, product);
    draft.setSaved(saved, !isEditable(saved));
  });
  const isSaved = async () => !store.state().isDirty || (await store.save());
  return {
    ...store,
    draft,
    isEditable: () => isEditable(store.state().saved),
    isChanging: () => mayMakeChange !== null,
    setChanging: (next) => {
      mayMakeChange = next;
      const { saved } = store.state();
      if (!next) draft.rebase(saved, []);
      draft.setSaved(saved, !isEditable(saved));
    },
    setRights: (next) => {
      rightsOf = next;
      draft.setSaved(draftOrder, !isEditable(draftOrder));
    },
    normalized: () => normalized,
    notRestored: () => leftOut,
    historyRevision: () => notifiedRevision,
    // The data of a change request is saved only with the request.
    act: async (action) => (action.changes !== undefined || (await isSaved())) && (await store.send({ action })),
    restore: async (revision) => {
      if (!(await isSaved()) || !(await store.send({ restore: revision }))) return false;
      // The restored client and products may not be known here, so reload.
      store.receiveUpdate(await load(draftOrder.id), true);
      return true;
    },
    loadPost,
    addProduct: (product) => void products.set(product.id, product),
    validatedLines: () =>
      draftOrder.problems === rejection?.problems ? (rejection?.lines ?? []) : draftOrder.products,
  };
}
