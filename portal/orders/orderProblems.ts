import { isEqual } from '#schemas/forms/is-equal.ts';
import { keysOf, pointerOf, valueUnder } from '#schemas/forms/pointer.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import type { Lines } from './lines/mergedLines.ts';

const formData = '/formData';

/** Whether something is about the form's data. */
export const isOfForm = ({ path }: { path: string }): boolean => path.startsWith(formData);

/** What of it is about the form's data, by pointers into the data. */
export const inForm = <Placed extends { path: string }>(all: readonly Placed[]): Placed[] =>
  all.filter(isOfForm).map((each) => ({ ...each, path: each.path.slice(formData.length) }));

/** The problems of the form's data, by pointers into the data. */
export const formProblems = (problems: readonly FieldProblem[]): { path: string; value: unknown; message: string }[] =>
  inForm(problems).map(({ path, value, message }) => ({ path, value, message }));

interface Beside {
  hasClient: boolean;
  /** The lines that were checked, and those that are here. */
  checked: Lines;
  lines: Lines;
  /** What is wrong with the data of a line as they are now, by paths into them; undefined where only the server knows. */
  problemsOf?: (line: Lines[number]) => readonly FieldProblem[] | undefined;
  /** The lines of a COMPLETE order that is changed: one that stays as it is refuses nothing. */
  booked?: Lines | undefined;
}

/**
 * The problems beside the form: of the client as it is chosen now, and of the lines. The data of a line that can be checked
 * here have the problems that they have now, those of the others what the server said of what is still there. What a change
 * does not make worse is none of them.
 */
export function otherProblems(
  problems: readonly FieldProblem[],
  { hasClient, checked, lines, problemsOf, booked = [] }: Beside,
): FieldProblem[] {
  const existing = new Set(problems.filter(({ isExisting }) => isExisting).map(keyOf));
  const ofSaved = problems.filter((problem) => isOfLine(problem) && !problem.isExisting);
  const saved = ofSaved.flatMap((problem) => problemNow(problem, checked, lines));
  const ofAll = saved.filter(({ path }) => keysOf(path)[1] === undefined);
  const ofLines = lines.flatMap((line, index) => {
    const said = lineProblems(saved, index);
    const data = pointerOf(['products', index, 'data']);
    if (booked.some((each) => isEqual(each, line))) return [];
    const found = problemsOf?.(line)?.flatMap((problem) => {
      const placed = { ...problem, path: data + problem.path };
      return existing.has(keyOf(placed)) ? [] : [placed];
    });
    if (!found) return said;
    const beside = said.filter(({ path }) => !path.startsWith(`${data}/`));
    // What is wrong with the data as a whole both may say.
    return [...new Map([...beside, ...found].map((each) => [keyOf(each), each])).values()];
  });
  const missing = hasClient ? [] : [{ path: '/client', message: 'Missing required field: Client' }];
  return [...missing, ...ofAll, ...ofLines];
}

/** All that is wrong in the order in which a person meets it on the page: client, form, lines. */
export function inPageOrder(others: readonly FieldProblem[], form: readonly FieldProblem[]): FieldProblem[] {
  const [ofLines, ofClient] = [others.filter(isOfLine), others.filter((problem) => !isOfLine(problem))];
  return [...ofClient, ...form.map((problem) => ({ ...problem, path: `${formData}${problem.path}` })), ...ofLines];
}

const keyOf = ({ path, message }: FieldProblem) => `${path} ${message}`;

const isOfLine = ({ path }: FieldProblem) => path.startsWith('/products');

/** A problem of a line by the number that the line has now; none of one that is gone, or where something else was typed since. */
function problemNow(problem: FieldProblem, checked: Lines, lines: Lines): FieldProblem[] {
  const [, number, ...keys] = keysOf(problem.path);
  if (number === undefined) return [problem];
  const was = checked[Number(number)];
  const index = lines.findIndex(({ id }) => id === was?.id);
  const line = lines[index];
  const isSame = keys.length === 0 || isEqual(valueUnder(line, keys), valueUnder(was, keys));
  return line && isSame ? [{ ...problem, path: pointerOf(['products', index, ...keys]) }] : [];
}

/** What is wrong with a line, by its number in the order. */
export function lineProblems(problems: readonly FieldProblem[], index: number): FieldProblem[] {
  const place = `/products/${index}`;
  return problems.filter(({ path }) => path === place || path.startsWith(`${place}/`));
}
