import { createContext, use, useEffect, useState } from 'react';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineAmount } from '#schemas/orders/line-amount.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { moneyText } from '#schemas/texts/money.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { FileLink } from '../../forms/files/FileLink.tsx';
import type { Uploads } from '../../forms/files/uploads.ts';
import { usePrinting } from '../../forms/store/usePrinting.ts';
import { Icon } from '../../look/Icon.tsx';
import type { SoughtField } from '../line-form/LineForm.tsx';
import type { LineValidator } from '../line-form/lineValidator.ts';
import { ProofContext } from '../proof/proofContext.ts';
import { LazyLineForm, LazyLineProof } from './lazyParts.ts';
import { type LineFact, lineFacts } from './lineFacts.ts';
import type { NumberedLine } from './lineGroups.ts';
import { lineProblemText } from './lineLabels.ts';
import styles from './OrderLines.module.css';
import { useFile } from './useFile.ts';
import type { LineProduct } from './useLineProducts.ts';
import { useLineValidator } from './useLineValidator.ts';

/** What a line card needs for editing. */
export interface LineEditingProps {
  uploads: Uploads;
  /** Whether to show all problems, as after a failed submit. */
  showsProblems: boolean;
  type: (id: string, data: JsonMap) => void;
  /** Receives the validator of a product, once one of its lines is opened for editing. */
  takeValidator: (productId: string, validator: LineValidator) => void;
}

/** Which lines are expanded, and the place in one to focus. */
export interface ExpandedLines {
  isOpen: (id: string) => boolean;
  toggle: (id: string) => void;
  sought: (SoughtField & { id: string }) | undefined;
}

/** The card of one line: its name, buttons, and data, editable or read-only. */
export function LineCard({
  line,
  name,
  title,
  product,
  problems,
  filling,
  opening,
  before,
  buttons,
}: {
  line: NumberedLine;
  /** The accessible name, which says where the line stands. */
  name: string;
  title: string;
  product: LineProduct | undefined;
  problems: readonly FieldProblem[];
  /** Without it, the card is read-only. */
  filling: LineEditingProps | undefined;
  opening: ExpandedLines;
  before?: ElementSlot;
  buttons?: ElementSlot;
}) {
  const id = `line-${line.id}`;
  const isOpen = opening.isOpen(line.id);
  const isPrinting = usePrinting();
  const proven = use(ProofContext);
  const marks: ElementSlot = use(LineMarksContext)?.(line.id);
  const amount = lineAmount(product?.schema, line.data);
  const ofData = problemsOfData(problems, line.index);
  const fields = lineLabels(product?.schema);
  const hasField = ({ path }: FieldProblem) => filling !== undefined && fields.has(path.split('/')[1] ?? '');
  const hasData = fields.size > 0 || Object.keys(line.data).length > 0;
  const cardProblems = [
    ...problems.filter(({ path }) => !path.startsWith(dataOf(line.index))),
    ...ofData.filter((each) => !hasField(each)),
  ];
  return (
    <div className={styles.line} id={id} tabIndex={-1}>
      <div className={styles.row}>
        {before}
        <span className={styles.name}>{title}</span>
        {problems.length > 0 && !isOpen && (
          <span className={styles.count}>
            <Icon name="alert" size={16} />
            <span>{problems.length}</span> to complete
          </span>
        )}
        {amount !== null && <span className={styles.amount}>{moneyText(amount)}</span>}
        {buttons}
      </div>
      {marks}
      {cardProblems.map(({ path, message }) => (
        <p key={`${path} ${message}`} className={styles.problem}>
          <Icon name="alert" size={16} />
          <span>{lineProblemText(path.startsWith('/products') ? '' : path, message, product?.schema)}</span>
        </p>
      ))}
      {/* Print always shows the details: paper cannot be expanded, and nothing loads while printing. */}
      {hasData && isPrinting && <LineFacts line={line} product={product} />}
      {hasData && !isPrinting && (
        <div className={styles.problems}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={`${id}-data`}
            aria-label={`Details of ${name}`}
            onClick={() => opening.toggle(line.id)}
          >
            <Icon name={isOpen ? 'up' : 'down'} size={16} />
            Details
          </button>
          {!isOpen && <span className={styles.summary}>{summaryOf(line.data, product)}</span>}
        </div>
      )}
      {hasData && (
        <div id={`${id}-data`} className={styles.body} hidden={!isOpen || isPrinting}>
          <LineBody
            id={id}
            name={name}
            line={line}
            product={product}
            problems={ofData}
            filling={filling}
            isOpen={isOpen}
            sought={opening.sought?.id === line.id ? opening.sought : undefined}
          />
        </div>
      )}
      {proven && <LazyLineProof orderId={proven} lineId={line.id} />}
    </div>
  );
}

function LineBody({
  line,
  product,
  filling,
  isOpen,
  sought,
  ...form
}: {
  id: string;
  name: string;
  line: NumberedLine;
  product: LineProduct | undefined;
  problems: readonly FieldProblem[];
  filling: LineEditingProps | undefined;
  isOpen: boolean;
  sought: SoughtField | undefined;
}) {
  // Stays mounted once opened, because an upload may be running.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const validator = useLineValidator(wasOpen && filling ? product : undefined);
  useEffect(() => {
    if (filling && product && validator) filling.takeValidator(product.id, validator);
  }, [filling, product, validator]);
  if (!wasOpen) return null;
  if (!filling) return <LineFacts line={line} product={product} />;
  if (!product) return null;
  return (
    <LazyLineForm
      {...form}
      schema={product.schema}
      data={line.data}
      showsAllProblems={filling.showsProblems || sought !== undefined}
      validator={validator}
      uploads={filling.uploads}
      sought={sought}
      onType={(data) => filling.type(line.id, data)}
    />
  );
}

const dataOf = (index: number) => `/products/${index}/data`;

/** Returns the problems of a line's data; their paths are relative to the data. */
const problemsOfData = (problems: readonly FieldProblem[], index: number): FieldProblem[] =>
  problems
    .filter(({ path }) => path.startsWith(dataOf(index)))
    .map((problem) => ({ ...problem, path: problem.path.slice(dataOf(index).length) }));

const summaryOf = (data: JsonMap, product: LineProduct | undefined) =>
  lineFacts(data, product?.schema)
    .filter(({ files, text }) => files.length === 0 && text !== '–')
    .map(({ label, text }) => `${label}: ${text}`)
    .join(' · ');

/** The data of a line as a read-only list. Without its product, the labels derive from the keys. */
function LineFacts({ line, product }: { line: NumberedLine; product: LineProduct | undefined }) {
  return (
    <dl className={styles.facts}>
      {lineFacts(line.data, product?.schema).map((fact) => (
        <Fact key={fact.key} fact={fact} />
      ))}
    </dl>
  );
}

function Fact({ fact: { label, text, files } }: { fact: LineFact }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{files.length > 0 ? files.map((id) => <File key={id} id={id} />) : text}</dd>
    </>
  );
}

const File = ({ id }: { id: string }) => <FileLink file={useFile(id)} />;

/**
 * Context for compared lines: returns the diff marks of a line. The code that computes them is loaded only with a
 * comparison.
 */
export const LineMarksContext = createContext<((id: string) => ElementSlot) | null>(null);
