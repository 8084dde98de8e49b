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
}

/** The problems beside the form: of the client as it is chosen now, and of the lines as far as they are as they were checked. */
export function otherProblems(
  problems: readonly FieldProblem[],
  { hasClient, checked, lines }: Beside,
): FieldProblem[] {
  const ofLines = problems.filter(isOfLine).flatMap((problem) => problemNow(problem, checked, lines));
  return hasClient ? ofLines : [{ path: '/client', message: 'Missing required field: Client' }, ...ofLines];
}

/** All that is wrong in the order in which a person meets it on the page: client, form, lines. */
export function inPageOrder(others: readonly FieldProblem[], form: readonly FieldProblem[]): FieldProblem[] {
  const [ofLines, ofClient] = [others.filter(isOfLine), others.filter((problem) => !isOfLine(problem))];
  return [...ofClient, ...form.map((problem) => ({ ...problem, path: `${formData}${problem.path}` })), ...ofLines];
}

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
