import { useState } from 'react';
import type { Product } from '#schemas/generated/types.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import type { ShownLine } from '../api/queries.ts';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { loadable } from '../look/loadable.tsx';
import { AddProductDialog } from './dialogs.ts';
import { groupLines, type NumberedLine } from './lineGroups.ts';
import { lineName } from './lineName.ts';
import styles from './OrderLines.module.css';
import { lineProblems } from './orderProblems.ts';

/** Opened now and then; until it has come its place is kept. */
const LineData = loadable(async () => (await import('./LineData.tsx')).LineData, { meanwhile: DetailsPlace });

/** The products of an order, each with what it includes; without `edit` only to read. */
export function OrderLines({
  lines,
  problems,
  edit,
}: {
  lines: readonly ShownLine[];
  problems: readonly FieldProblem[];
  edit?: {
    isBusy: boolean;
    onAdd: (product: Product) => void;
    onRemove: (line: ShownLine) => void;
  };
}) {
  const [isAdding, setAdding] = useState(false);
  const groups = groupLines(lines);
  return (
    <section className={styles.lines} aria-labelledby="order-lines">
      <div className={styles.head}>
        <h2 id="order-lines" className={styles.title}>
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
      <ul className={styles.list}>
        {groups.map(({ line, included }) => (
          <li key={line.id} className={styles.group}>
            <Line line={line} problems={lineProblems(problems, line.index)} edit={edit} />
            {included.length > 0 && (
              <ul className={styles.included} aria-label={`Included in ${lineName(line)}`}>
                {included.map((each) => (
                  <li key={each.id}>
                    <Line line={each} problems={lineProblems(problems, each.index)} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {edit && isAdding && (
        <AddProductDialog
          onAdd={(product) => {
            setAdding(false);
            edit.onAdd(product);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

function Line({
  line,
  problems,
  edit,
}: {
  line: NumberedLine;
  problems: readonly FieldProblem[];
  edit?: { isBusy: boolean; onRemove: (line: ShownLine) => void } | undefined;
}) {
  const name = lineName(line);
  return (
    <div className={styles.line} id={`line-${line.index}`} tabIndex={-1}>
      <div className={styles.row}>
        <span className={styles.name}>{name}</span>
        {line.linkedTo && <span className={styles.note}>Included</span>}
        {edit && (
          <Button kind="quiet" aria-label={`Remove ${name}`} isBusy={edit.isBusy} onClick={() => edit.onRemove(line)}>
            <Icon name="close" size={16} />
          </Button>
        )}
      </div>
      {problems.map(({ path, message }) => (
        <p key={`${path} ${message}`} className={styles.problem}>
          <Icon name="alert" size={16} />
          {message}
        </p>
      ))}
      {Object.keys(line.data).length > 0 && <LineData line={line} />}
    </div>
  );
}

function DetailsPlace() {
  return (
    <details className={styles.data}>
      <summary>Details</summary>
    </details>
  );
}
