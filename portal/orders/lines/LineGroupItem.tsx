import type { KeyboardEvent, MouseEvent } from 'react';
import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf } from '../../api/queries.ts';
import type { DragOrder } from '../../editing/useDragOrder.ts';
import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import { MoveButtons } from '../../look/MoveButtons.tsx';
import { lineProblems } from '../problems/orderProblems.ts';
import { IncludedLines } from './IncludedLines.tsx';
import { type ExpandedLines, LineCard, type LineEditingProps } from './LineCard.tsx';
import type { LineGroup } from './lineGroups.ts';
import { lineName } from './lineName.ts';
import styles from './OrderLines.module.css';
import type { LineEdits } from './useLineEdits.ts';
import type { LineProducts } from './useLineProducts.ts';

/**
 * A top-level line with the lines that it includes. It can be reordered by drag and drop, with buttons, or with
 * Alt+Shift and the arrow keys.
 */
export function LineGroupItem({
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
