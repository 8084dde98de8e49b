import { isEqual } from '#schemas/forms/is-equal.ts';
import { keysOf, pointerOf, valueUnder } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { Lines } from '../lines/mergeLines.ts';

const formData = '/formData';

/** Whether a problem is about the form's data. */
export const isOfForm = ({ path }: { path: string }): boolean => path.startsWith(formData);

/** Selects what is about the form's data, with paths relative to it. */
export const formDataProblems = <WithPath extends { path: string }>(all: readonly WithPath[]): WithPath[] =>
  all.filter(isOfForm).map((each) => ({ ...each, path: each.path.slice(formData.length) }));

/** Returns the problems of the form's data, with paths relative to it. */
export const formProblems = (problems: readonly FieldProblem[]): { path: string; value: unknown; message: string }[] =>
  formDataProblems(problems).map(({ path, value, message }) => ({ path, value, message }));

interface LineChecks {
  hasClient: boolean;
  /** The lines that were validated, and the current ones. */
  checked: Lines;
  lines: Lines;
  /**
   * Returns the current problems of a line's data, with relative paths; undefined if only the server can validate it.
   */
  problemsOf?: (line: Lines[number]) => readonly FieldProblem[] | undefined;
  /** The lines of a COMPLETE order that is being changed: unchanged lines do not block the change. */
  booked?: Lines | undefined;
}

/**
 * Returns the problems outside of the form: of the client and the lines. For line data that can be validated in the
 * browser, they are the current ones; for other lines, those of the server whose values are unchanged. Problems that a
 * change does not cause are omitted.
 */
export function clientAndLineProblems(
  problems: readonly FieldProblem[],
  { hasClient, checked, lines, problemsOf, booked = [] }: LineChecks,
): FieldProblem[] {
  const existing = new Set(problems.filter(({ isExisting }) => isExisting).map(keyOf));
  const ofSaved = problems.filter((problem) => isOfLine(problem) && !problem.isExisting);
  const saved = ofSaved.flatMap((problem) => problemNow(problem, checked, lines));
  const ofAll = saved.filter(({ path }) => keysOf(path)[1] === undefined);
  const ofLines = lines.flatMap((line, index) => {
    const serverProblems = lineProblems(saved, index);
    const data = pointerOf(['products', index, 'data']);
    if (booked.some((each) => isEqual(each, line))) return [];
    const browserProblems = problemsOf?.(line)?.flatMap((problem) => {
      const lineProblem = { ...problem, path: data + problem.path };
      return existing.has(keyOf(lineProblem)) ? [] : [lineProblem];
    });
    if (!browserProblems) return serverProblems;
    const beside = serverProblems.filter(({ path }) => !path.startsWith(`${data}/`));
    // Both may report a problem of the data as a whole.
    return [...new Map([...beside, ...browserProblems].map((each) => [keyOf(each), each])).values()];
  });
  const missing = hasClient ? [] : [{ path: '/client', message: 'Missing required field: Client' }];
  return [...missing, ...ofAll, ...ofLines];
}

/** Returns all problems in page order: client, form, lines. */
export function problemsInPageOrder(others: readonly FieldProblem[], form: readonly FieldProblem[]): FieldProblem[] {
  const [ofLines, ofClient] = [others.filter(isOfLine), others.filter((problem) => !isOfLine(problem))];
  return [...ofClient, ...form.map((problem) => ({ ...problem, path: `${formData}${problem.path}` })), ...ofLines];
}

const keyOf = ({ path, message }: FieldProblem) => `${path} ${message}`;

const isOfLine = ({ path }: FieldProblem) => path.startsWith('/products');

/**
 * Returns a line's problem with the current index of the line; nothing if the line is gone or the value has changed.
 */
function problemNow(problem: FieldProblem, checked: Lines, lines: Lines): FieldProblem[] {
  const [, number, ...keys] = keysOf(problem.path);
  if (number === undefined) return [problem];
  const was = checked[Number(number)];
  const index = lines.findIndex(({ id }) => id === was?.id);
  const line = lines[index];
  const isSame = keys.length === 0 || isEqual(valueUnder(line, keys), valueUnder(was, keys));
  return line && isSame ? [{ ...problem, path: pointerOf(['products', index, ...keys]) }] : [];
}

/** Returns the problems of a line, by its index in the order. */
export function lineProblems(problems: readonly FieldProblem[], index: number): FieldProblem[] {
  const place = `/products/${index}`;
  return problems.filter(({ path }) => path === place || path.startsWith(`${place}/`));
}
