import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf, type PopulatedOrder } from '../../api/queries.ts';
import { type DragOrder, useDragOrder } from '../../editing/useDragOrder.ts';
import field from '../../forms/fields/Field.module.css';
import { uploadsOf } from '../../forms/files/uploads.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { MoveButtons } from '../../look/MoveButtons.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import { lineProblems } from '../problems/orderProblems.ts';
import { ProofContext } from '../proof/proofContext.ts';
import { type ExpandedLines, LineCard, type LineEditingProps } from './LineCard.tsx';
import { LazyAddProductDialog, LazyOrderProof } from './lazyParts.ts';
import { groupLines, type LineGroup, type NumberedLine } from './lineGroups.ts';
import { lineName } from './lineLabels.ts';
import type { Lines } from './mergeLines.ts';
import styles from './OrderLines.module.css';
import { type LineEdits, useLineEdits } from './useLineEdits.ts';
import { type LineProduct, type LineProducts, useLineProducts } from './useLineProducts.ts';

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
  const edits = useLineEdits(edit?.editing, products);
  /** The line added last: it is expanded when the dialog is closed. */
  const lastAdded = useRef<string>(undefined);
  const expandLastAdded = () => {
    if (lastAdded.current) opening.open(lastAdded.current);
    lastAdded.current = undefined;
  };
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
      {edit && edits.removed !== undefined && (
        <p className={field.hint}>
          <span>{`${edits.removed} removed`}</span>{' '}
          <Button
            kind="quiet"
            aria-label={`Undo: restore ${edits.removed}`}
            isBusy={edit.isBusy}
            onClick={() => void edits.restore()}
          >
            Undo
          </Button>
        </p>
      )}
      {isProven && <LazyOrderProof orderId={order.id} lineIds={lines.map(({ id }) => id)} />}
      <p className={field.unseen} role="status">
        {edits.announcement}
      </p>
      {edit && isAdding && (
        <LazyAddProductDialog
          lines={lines}
          onAdd={async (product) => {
            const id = await edits.add(product);
            if (!id) return false;
            lastAdded.current = id;
            if (!document.querySelector('dialog[open]')) expandLastAdded();
            return true;
          }}
          onClose={() => {
            setAdding(false);
            expandLastAdded();
          }}
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
    setPlace({ id, path, from: document.activeElement });
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
  // A line that is removed and restored takes the focus once only.
  const isGone = place !== undefined && !lines.some(({ id }) => id === place.id);
  useEffect(() => {
    if (isGone) setPlace(undefined);
  }, [isGone]);
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

/**
 * A top-level line with the lines that it includes. It can be reordered by drag and drop, with buttons, or with
 * Alt+Shift and the arrow keys.
 */
function LineGroupItem({
  group,
  index,
  count,
  products,
  problems,
  filling,
  opening,
  edit,
}: {
  group: LineGroup;
  index: number;
  count: number;
  products: LineProducts;
  problems: readonly FieldProblem[];
  filling: LineEditingProps | undefined;
  opening: ExpandedLines;
  edit: (LineEdits & { isBusy: boolean; drag: DragOrder<string> }) | undefined;
}) {
  const { line } = group;
  const name = lineName(line);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.altKey && event.shiftKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined || !edit || event.defaultPrevented) return;
    event.preventDefault();
    const focused = document.activeElement;
    edit.move(index, index + by);
    // Moving the row loses the focus; restore it.
    if (focused instanceof HTMLElement) focused.focus();
  };
  return (
    <li
      className={styles.group}
      data-dragged={edit?.drag.dragged === line.id || undefined}
      onKeyDown={press}
      {...edit?.drag.targetProps(line.id)}
    >
      <LineCard
        line={line}
        name={count > 1 ? `${name}, line ${index + 1}` : name}
        title={name}
        product={products.get(idOf(line.product))}
        problems={lineProblems(problems, line.index)}
        filling={filling}
        opening={opening}
        before={
          edit &&
          count > 1 && (
            <span className={styles.handle} title="Drag to reorder" {...edit.drag.sourceProps(line.id)}>
              <Icon name="menu" size={16} />
            </span>
          )
        }
        buttons={edit && <LineButtons line={line} name={name} index={index} count={count} edit={edit} />}
      />
      <IncludedLines
        group={group}
        products={products}
        problems={problems}
        filling={filling}
        opening={opening}
        edit={
          edit && {
            isBusy: edit.isBusy,
            add: (productId, included) => edit.addIncluded(line, productId, included),
            remove: (each, included) => edit.remove(each, included),
          }
        }
      />
    </li>
  );
}

function LineButtons({
  line,
  name,
  index,
  count,
  edit,
}: {
  line: LineGroup['line'];
  name: string;
  index: number;
  count: number;
  edit: LineEdits & { isBusy: boolean };
}) {
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    const button = event.currentTarget;
    edit.move(index, to);
    // At an end of the list the button is disabled and cannot keep the focus.
    if (button.disabled) document.getElementById(`line-${line.id}`)?.focus();
    else button.focus();
  };
  return (
    <span className={styles.buttons}>
      {count > 1 && <MoveButtons name={name} index={index} isLast={index === count - 1} onMove={move} />}
      <Button kind="quiet" aria-label={`Duplicate ${name}`} isBusy={edit.isBusy} onClick={() => edit.copy(line)}>
        <Icon name="copy" size={16} />
      </Button>
      <Button kind="quiet" aria-label={`Remove ${name}`} isBusy={edit.isBusy} onClick={() => edit.remove(line, name)}>
        <Icon name="close" size={16} />
      </Button>
    </span>
  );
}

interface Included {
  productId: string;
  name: string;
  min: number;
  /** Whether the product still includes it. */
  isOffered: boolean;
  lines: NumberedLine[];
}

/**
 * The products that a line includes (bundle), each with quantity and lines. More can be added, and removed down to the
 * minimum.
 */
function IncludedLines({
  group: { line, included },
  products,
  problems,
  filling,
  opening,
  edit,
}: {
  group: LineGroup;
  products: LineProducts;
  problems: readonly FieldProblem[];
  filling: LineEditingProps | undefined;
  opening: ExpandedLines;
  edit:
    | {
        isBusy: boolean;
        add: (productId: string, name: string) => void;
        remove: (line: NumberedLine, name: string) => void;
      }
    | undefined;
}) {
  const name = lineName(line);
  const all = includedIn(products.get(idOf(line.product)), included, products);
  // A reader sees only what is ordered, not what could be added.
  const shown = edit ? all : all.filter(({ lines }) => lines.length > 0);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.included} aria-label={`Included in ${name}`}>
      {shown.map((each) => (
        <li key={each.productId}>
          <div className={styles.row}>
            <span className={styles.name}>{each.name}</span>
            <span className={styles.note}>{`Included${each.min > 1 && edit ? `, at least ${each.min}` : ''}`}</span>
            <span className={styles.quantity}>
              {edit && (
                <Button
                  kind="quiet"
                  aria-label={`Remove one ${each.name} from ${name}`}
                  isBusy={edit.isBusy}
                  disabled={each.lines.length <= each.min}
                  onClick={() => {
                    const last = each.lines.at(-1);
                    if (last) edit.remove(last, each.name);
                  }}
                >
                  <span aria-hidden="true">−</span>
                </Button>
              )}
              <span className={styles.times}>{`× ${each.lines.length}`}</span>
              {edit && each.isOffered && (
                <Button
                  kind="quiet"
                  aria-label={`Add one ${each.name} to ${name}`}
                  isBusy={edit.isBusy}
                  onClick={() => edit.add(each.productId, each.name)}
                >
                  <span aria-hidden="true">+</span>
                </Button>
              )}
            </span>
          </div>
          {each.lines.map((one, index) => (
            <LineCard
              key={one.id}
              line={one}
              name={each.lines.length > 1 ? `${each.name} ${index + 1}` : each.name}
              title={each.lines.length > 1 ? `Number ${index + 1}` : ''}
              product={products.get(each.productId)}
              problems={lineProblems(problems, one.index)}
              filling={filling}
              opening={opening}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

function includedIn(
  product: LineProduct | undefined,
  included: readonly NumberedLine[],
  products: LineProducts,
): Included[] {
  const linesOf = (id: string) => included.filter((line) => idOf(line.product) === id);
  const offered = (product?.includedProducts ?? []).map(({ productId, name, min }) => {
    const lines = linesOf(productId);
    const [first] = lines;
    const known = name ?? products.get(productId)?.name ?? (first && lineName(first));
    return { productId, name: known ?? 'An included product', min, isOffered: true, lines };
  });
  const ids = new Set(offered.map(({ productId }) => productId));
  // Products that were included when the line was added, and no longer are.
  const others = [...new Set(included.map((line) => idOf(line.product)))].filter((id) => !ids.has(id));
  return [
    ...offered,
    ...others.map((id) => {
      const lines = linesOf(id);
      const [first] = lines;
      const name = products.get(id)?.name ?? (first ? lineName(first) : '');
      return { productId: id, name, min: 0, isOffered: false, lines };
    }),
  ];
}
