import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { useDragOrder } from '../../editing/useDragOrder.ts';
import field from '../../forms/fields/Field.module.css';
import { uploadsOf } from '../../forms/files/uploads.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import { ProofContext } from '../proof/proofContext.ts';
import type { ExpandedLines, LineEditingProps } from './LineCard.tsx';
import { LineGroupItem } from './LineGroupItem.tsx';
import { LazyAddProductDialog, LazyOrderProof } from './lazyParts.ts';
import { groupLines } from './lineGroups.ts';
import type { Lines } from './mergeLines.ts';
import styles from './OrderLines.module.css';
import { useLineEdits } from './useLineEdits.ts';
import { useLineProducts } from './useLineProducts.ts';

export interface OrderLinesProps {
  order: PopulatedOrder;
  lines: Lines;
  problems: readonly FieldProblem[];
  /** The path of the problem to focus; a new object each time. */
  sought: { path: string } | undefined;
  /** Whether to show proof of work beside the lines. */
  isProven?: boolean;
  /** Without it, the list is read-only. */
  edit?:
    | {
        editing: OrderStore;
        isBusy: boolean;
        hasTried: boolean;
        takeValidator: LineEditingProps['takeValidator'];
      }
    | undefined;
}

/**
 * The products of an order as lines, each with the lines that it includes. With `edit` they can be filled in and
 * reordered.
 */
export function OrderLines({ order, lines, problems, sought, isProven = false, edit }: OrderLinesProps) {
  const [isAdding, setAdding] = useState(false);
  const products = useLineProducts(order.id, order.products, lines);
  const opening = useOpening(lines, sought);
  const edits = useLineEdits(edit?.editing, opening.open);
  const groups = groupLines(lines);
  const drag = useDragOrder(
    groups.map(({ line }) => line.id),
    edits.move,
  );
  const filling: LineEditingProps | undefined = edit && {
    uploads: uploadsOf(edit.editing.draft.form()),
    showsProblems: edit.hasTried,
    type: edits.type,
    takeValidator: edit.takeValidator,
  };
  return (
    <section className={styles.lines} aria-labelledby="order-lines">
      <div className={styles.head}>
        <h2 id="order-lines" tabIndex={-1} className={styles.title}>
          Products
        </h2>
        {edit && (
          <Button isBusy={edit.isBusy} onClick={() => setAdding(true)}>
            <Icon name="plus" size={16} />
            Add product
          </Button>
        )}
      </div>
      {groups.length === 0 && <p className={styles.empty}>No products yet.</p>}
      <ProofContext value={isProven ? order.id : null}>
        <ul className={styles.list}>
          {groups.map((group, index) => (
            <LineGroupItem
              key={group.line.id}
              group={group}
              index={index}
              count={groups.length}
              products={products}
              problems={problems}
              filling={filling}
              opening={opening}
              edit={edit && { ...edits, isBusy: edit.isBusy, drag }}
            />
          ))}
        </ul>
      </ProofContext>
      {isProven && <LazyOrderProof orderId={order.id} lineIds={lines.map(({ id }) => id)} />}
      <p className={field.unseen} role="status">
        {edits.announcement}
      </p>
      {edit && isAdding && (
        <LazyAddProductDialog
          onAdd={(product) => {
            setAdding(false);
            void edits.add(product);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

/** Hook: which lines are expanded. A line expands when toggled, added, or when a problem in it is focused. */
function useOpening(
  lines: Lines,
  sought: { path: string } | undefined,
): ExpandedLines & { open: (id: string) => void } {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState<ExpandedLines['sought']>();
  const show = (id: string, path: string) => {
    setOpen((before) => new Set([...before, id]));
    setPlace({ id, path });
  };
  const goTo = useEffectEvent(({ path }: { path: string }) => {
    const [, , number, data, ...keys] = path.split('/');
    const line = lines[Number(number)];
    const card = line && document.getElementById(`line-${line.id}`);
    if (!line || !card) return;
    card.scrollIntoView({ block: 'center' });
    if (data === 'data') show(line.id, keys.map((key) => `/${key}`).join(''));
    else card.focus({ preventScroll: true });
  });
  const last = useRef(sought);
  useEffect(() => {
    if (sought && sought !== last.current) goTo(sought);
    last.current = sought;
  }, [sought]);
  return {
    isOpen: (id) => open.has(id),
    toggle: (id) => {
      setPlace(undefined);
      setOpen((before) =>
        before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
      );
    },
    open: (id) => show(id, ''),
    sought: place,
  };
}
