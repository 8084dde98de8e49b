import type { FieldProblem } from '../../api/ApiError.ts';
import { idOf } from '../../api/queries.ts';
import { Button } from '../../look/Button.tsx';
import { lineProblems } from '../problems/orderProblems.ts';
import { type ExpandedLines, LineCard, type LineEditingProps } from './LineCard.tsx';
import type { LineGroup, NumberedLine } from './lineGroups.ts';
import { lineName } from './lineName.ts';
import styles from './OrderLines.module.css';
import type { LineProduct, LineProducts } from './useLineProducts.ts';

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
export function IncludedLines({
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
