import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/transitions.ts';
import { type Named, nameOf, type ShownLine, type ShownOrder } from '../api/queries.ts';
import { FormView } from '../forms/FormView.tsx';
import { uploadsOf } from '../forms/files/uploads.ts';
import { useFormProblems } from '../forms/store/hooks.ts';
import { PaperContext, usePrinting } from '../forms/store/usePrinting.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { useToast } from '../look/Toasts.tsx';
import { ClientChoice } from './ClientChoice.tsx';
import { KeptOffer, OrderConflict } from './dialogs.ts';
import { Normalized } from './Normalized.tsx';
import { OrderActions } from './OrderActions.tsx';
import styles from './OrderEditor.module.css';
import { lineName, OrderLines } from './OrderLines.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { useAutosave } from './useAutosave.ts';
import { useKeptChanges } from './useKeptChanges.ts';
import { useOrderEditing } from './useOrderEditing.ts';
import { useSaveKey } from './useSaveKey.ts';

export type OrderEditorProps = {
  /** The order as the server last said; a newer one is taken over, or offered where something is unsaved. */
  shown: ShownOrder;
  form: Form;
  channel: Named;
  rights: OrderRights;
  /** The signed-in person. */
  userId: string;
  onSaved: (order: ShownOrder) => void;
  onStale: () => void;
  onDeleted: () => void;
  /** Whether leaving now loses something: what saves itself is not lost. */
  onDirty: (isDirty: boolean) => void;
};

/**
 * One order: client, form and lines in the middle, at the side what it is and what can be done with it. Knows nothing of
 * the page around it, so that the back-office can show the same; needs a QueryClientProvider above it.
 */
export function OrderEditor(props: OrderEditorProps) {
  const { rights, onDirty } = props;
  const editing = useOrderEditing(props);
  const { order, client, form, isEditable, isDirty, save, others } = editing;
  const { store } = form;
  const [hasTried, setTried] = useState(false);
  const clientInput = useRef<HTMLInputElement>(null);
  const ofForm = useFormProblems(store);
  const toast = useToast();
  const isPrinting = usePrinting();
  const problems = [...others, ...ofForm.map((problem) => ({ ...problem, path: `/formData${problem.path}` }))];
  useAutosave(editing);
  const offer = useKeptChanges({ userId: props.userId, orderId: order.id }, editing);
  const uploads = uploadsOf(store);
  const isUploading = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const isSavingItself = order.status === 'DRAFT' && !editing.held && !editing.refusal;
  const isLosing = isUploading || (isDirty && !isSavingItself);
  useEffect(() => onDirty(isLosing), [isLosing, onDirty]);
  useSaveKey(isEditable ? () => void saveDraft() : undefined);

  const saveDraft = async () => {
    if (isUploading) toast('A file is on its way: please save when it is there');
    else if (await save()) toast('Saved');
  };
  const jump = (path: string) => {
    if (path === '/client') clientInput.current?.focus();
    else if (path.startsWith('/formData')) store.focusProblem(path.slice('/formData'.length));
    else document.getElementById(`line-${path.split('/')[2]}`)?.focus();
  };
  /** Shows what is wrong and goes to the first of it; answers whether nothing is. */
  const check = () => {
    setTried(true);
    store.showProblems();
    const first = problems[0];
    if (first) jump(first.path);
    return !first;
  };
  const remove = async (line: ShownLine) => {
    const { product, data } = line;
    if (!(await editing.removeLine(line)) || typeof product === 'string') return;
    const undo = { label: 'Undo', onPress: () => void latest.current.addProduct(product, data) };
    toast(`${lineName(line)} removed`, { action: undo });
  };
  const latest = useRef(editing);
  latest.current = editing;

  return (
    <div className={styles.editor}>
      <div className={styles.content}>
        {editing.news !== 'none' && <OrderConflict editing={editing} theirs={props.shown} rights={rights} />}
        {offer && <KeptOffer offer={offer} editing={editing} />}
        {editing.refusal && <ErrorPlace error={editing.refusal} safe="What you typed is still here." />}
        {form.rulesError && (
          <Banner
            status="warn"
            title="The rules of this form could not be loaded."
            actions={<Button onClick={form.loadRules}>Try again</Button>}
          >
            Some fields may be missing. What you type is kept, and checked when you save.
          </Banner>
        )}
        <Normalized store={store} changes={editing.normalized} />
        <div className={styles.client}>
          <ClientChoice
            channelId={order.channelId}
            value={client === null ? null : { id: '', name: nameOf(client, 'A client you may not see') }}
            onChange={editing.chooseClient}
            isReadOnly={!isEditable}
            error={hasTried ? others.find(({ path }) => path === '/client')?.message : undefined}
            inputRef={clientInput}
          />
        </div>
        <PaperContext value={isPrinting}>
          <FormView store={store} />
        </PaperContext>
        <OrderLines
          lines={order.products}
          problems={others}
          edit={
            isEditable
              ? {
                  isBusy: editing.isSaving,
                  onAdd: (product) =>
                    void editing.addProduct(product).then((isAdded) => isAdded && toast(`${product.name} added`)),
                  onRemove: (line) => void remove(line),
                }
              : undefined
          }
        />
      </div>
      <OrderSummary
        order={order}
        client={client}
        problems={problems}
        isDirty={isDirty}
        isSaving={editing.isSaving || editing.isAutosaving}
        held={editing.held}
        isEditable={isEditable}
        onJump={jump}
      >
        <OrderActions
          editing={editing}
          rights={rights}
          isUploading={isUploading}
          check={check}
          onSave={saveDraft}
          onDeleted={props.onDeleted}
        />
      </OrderSummary>
    </div>
  );
}
