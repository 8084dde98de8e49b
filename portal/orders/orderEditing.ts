import type { Normalized } from '#schemas/forms/form.ts';
import type { Form, Product } from '#schemas/generated/types.ts';
import { mayChangeData, mayWrite, orderFields } from '#schemas/orders/order-fields.ts';
import { stageOf } from '#schemas/orders/order-stage.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import { idOf, type Named, type SavedOrder, type ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { idempotencyKeys } from '../api/useIdempotencyKey.ts';
import type { RecordStore } from '../editing/editing.ts';
import { patchRecord } from '../editing/recordCalls.ts';
import { createRecordStore } from '../editing/recordStore.ts';
import type { FormReader } from './formRules.ts';
import { type Lines, mergedLines } from './lines/mergedLines.ts';
import type { OrderActing, OrderChanges } from './orderChanges.ts';
import { createOrderDraft, type OrderDraft } from './orderDraft.ts';
import { formProblems, inForm } from './orderProblems.ts';
import { lineInputs, shownFrom } from './savedOrder.ts';
import { isFormOf } from './useLoadedOrder.ts';

/** An order while it is edited: what is saved of it and how, and what is filled in. */
export interface OrderEditing extends RecordStore<ShownOrder, OrderChanges> {
  draft: OrderDraft;
  isEditable(): boolean;
  /** Whether a closed order is being changed here, to be sent as one save. */
  isChanging(): boolean;
  /** Begins such a change, which goes on as long as one may make it; nothing drops it with all that was typed. */
  setChanging(mayMake: ((order: ShownOrder, rights: OrderRights) => boolean) | null): void;
  /** What the person may do, where that has changed. */
  allow(rightsOf: (order: ShownOrder) => OrderRights): void;
  /** What the form's rules changed in what was saved last and no field tells, by paths within the form's data. */
  normalized(): readonly Normalized[];
  /** What of a restored state was left out, since each order asks for it anew. */
  leftOut(): NonNullable<SavedOrder['leftOut']>;
  /** The revision up to which the history is told: saves that nobody pressed are gathered in one version, and need no other look. */
  toldRevision(): number;
  /** Requests, decides or notes something about the order as it is saved: what is unsaved is saved before, or goes along as a change. Answers whether it was done. */
  act(action: OrderActing): Promise<boolean>;
  /** Brings the state of an earlier revision back, once what is unsaved is saved. Answers whether it was done. */
  restore(revision: number): Promise<boolean>;
  /**
   * Which lines there are is saved at once, since the server fills in the data of new ones and the lines that they include; within
   * a change with its save. Answers whether they are others now; those that are refused are taken back.
   */
  changeLines(next: (lines: Lines) => Lines): Promise<boolean>;
  /** The product by its record, where lines of it come by its id. */
  know(product: Product): void;
  /** The lines that the problems speak of: as they were saved, or as a save was refused. */
  checkedLines(): Lines;
}

export interface OrderEditingOptions {
  /** The order as the server last said. */
  shown: ShownOrder;
  form: Form;
  channel: Named;
  rightsOf: (order: ShownOrder) => OrderRights;
  /** The signed-in person. */
  userId: string;
  read?: FormReader | undefined;
  /** Reads the order anew. */
  load: () => Promise<ShownOrder>;
  onSaved: (order: ShownOrder) => void;
}

/** Whether an order can be filled in by somebody of these rights, as it stands: on another form, or version, the page opens anew. */
export const isOpenTo = (rights: OrderRights, { order, form }: { order: ShownOrder; form: Form }): boolean =>
  isFormOf(order, form) && mayChangeData(order, rights);

/** Opens an order for the screen. */
export function createOrderEditing(options: OrderEditingOptions): OrderEditing {
  const { shown, form, channel, userId, read, load, onSaved } = options;
  let { rightsOf } = options;
  let mayMakeChange: Parameters<OrderEditing['setChanging']>[0] = null;
  let toldRevision = shown.revision;
  /** What the last save made that nobody pressed. */
  let automatic = 0;
  const isEditable = (order: ShownOrder) =>
    isOpenTo(rightsOf(order), { order, form }) ||
    (isFormOf(order, form) && mayMakeChange?.(order, rightsOf(order)) === true);
  const draft = createOrderDraft({ order: shown, form, channel, isReadOnly: !isEditable(shown), read });
  /** The products by name, also of lines that were added or removed since. */
  const products = new Map(shown.products.map(({ product }) => [idOf(product), product]));
  let normalized: readonly Normalized[] = [];
  let leftOut: NonNullable<SavedOrder['leftOut']> = [];
  const keyOf = idempotencyKeys();
  /** The call that does what is no save. */
  const goingAlone = ({ action, restore }: OrderChanges, revision: number) => {
    if (action) return { path: 'actions', body: action, idempotencyKey: keyOf({ action, revision }) };
    return restore === undefined ? undefined : { path: `versions/${restore}/restore` };
  };
  /** The lines as they were when the last save was sent. */
  let sentLines = shown.products;
  /** What the last refusal said, of which lines. */
  let refused: { problems: FieldProblem[] | undefined; lines: Lines } | undefined;
  const store = createRecordStore<ShownOrder, OrderChanges>({
    saved: shown,
    draft,
    load,
    isEditable,
    savesItself: (order) => mayWrite(orderFields.autosave, stageOf(order), rightsOf(order)),
    // A draft's is a save even of nothing new: it makes a version (design 6).
    restated: ({ status }) => (status === 'DRAFT' ? { formData: draft.form().values() } : undefined),
    isOwn: ({ lastEditedBy }) => lastEditedBy === userId,
    send: async ({ changes, revision, isAutomatic }) => {
      sentLines = draft.lines();
      const path = `orders/${shown.id}`;
      const alone = goingAlone(changes, revision);
      const saved = alone
        ? await request<SavedOrder>({ method: 'POST', revision, ...alone, path: `${path}/${alone.path}` })
        : await patchRecord<SavedOrder>({
            path,
            // The server gathers the automatic saves of a person into one version (design 6).
            changes: isAutomatic ? { ...changes, autosave: true } : changes,
            revision,
            isAutomatic,
          });
      if (isAutomatic) automatic = saved.revision;
      leftOut = saved.leftOut ?? [];
      normalized = draft.form().takeNormalized(inForm(saved.normalized ?? []));
      return shownFrom(saved, { client: draft.client(), user: told.user, products: [...products.values()] });
    },
    refused: (error, saved) => {
      if (error.code !== 'GS_VALIDATION_REJECTED') return saved;
      draft.form().takeServerProblems(formProblems(error.fields));
      refused = { problems: error.fields, lines: sentLines };
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
    if (saved.revision !== automatic) toldRevision = saved.revision;
    if (!mayMakeChange?.(saved, rightsOf(saved))) mayMakeChange = null;
    for (const { product } of saved.products) if (typeof product === 'object') products.set(product.id, product);
    draft.tell(saved, !isEditable(saved));
  });
  const isSaved = async () => !store.now().isDirty || (await store.save());
  return {
    ...store,
    draft,
    isEditable: () => isEditable(store.now().saved),
    isChanging: () => mayMakeChange !== null,
    setChanging: (next) => {
      mayMakeChange = next;
      const { saved } = store.now();
      if (!next) draft.follow(saved, []);
      draft.tell(saved, !isEditable(saved));
    },
    allow: (next) => {
      rightsOf = next;
      draft.tell(told, !isEditable(told));
    },
    normalized: () => normalized,
    leftOut: () => leftOut,
    toldRevision: () => toldRevision,
    changeLines: async (next) => {
      const before = draft.lines();
      const lines = next(before);
      draft.chooseLines(lines);
      if (mayMakeChange || lines === before) return true;
      const isSaved = await store.send({ products: lineInputs(lines) });
      if (!isSaved && store.now().refusal) {
        draft.chooseLines(mergedLines({ before: lines, mine: draft.lines(), theirs: before }).lines);
        return false;
      }
      return isSaved;
    },
    // The data of a change are saved with its request only.
    act: async (action) => (action.changes !== undefined || (await isSaved())) && (await store.send({ action })),
    restore: async (revision) => {
      if (!(await isSaved()) || !(await store.send({ restore: revision }))) return false;
      // Its client and products may be others, whose names are not here.
      store.hear(await load(), true);
      return true;
    },
    know: (product) => void products.set(product.id, product),
    checkedLines: () => (told.problems === refused?.problems ? (refused?.lines ?? []) : told.products),
  };
}
