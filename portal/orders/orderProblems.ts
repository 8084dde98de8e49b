import type { FieldProblem } from '../api/ApiError.ts';

const formData = '/formData';

/** Whether something is about the form's data. */
export const isOfForm = ({ path }: { path: string }): boolean => path.startsWith(formData);

/** What of it is about the form's data, by pointers into the data. */
export const inForm = <Placed extends { path: string }>(all: readonly Placed[]): Placed[] =>
  all.filter(isOfForm).map((each) => ({ ...each, path: each.path.slice(formData.length) }));

/** The problems of the form's data, by pointers into the data. */
export const formProblems = (problems: readonly FieldProblem[]): { path: string; value: unknown; message: string }[] =>
  inForm(problems).map(({ path, value, message }) => ({ path, value, message }));

/** The problems beside the form: of the client as it is chosen now, and of the lines as they were saved. */
export function otherProblems(problems: readonly FieldProblem[], hasClient: boolean): FieldProblem[] {
  const ofLines = problems.filter(isOfLine);
  return hasClient ? ofLines : [{ path: '/client', message: 'Missing required field: Client' }, ...ofLines];
}

/** All that is wrong in the order in which a person meets it on the page: client, form, lines. */
export function inPageOrder(others: readonly FieldProblem[], form: readonly FieldProblem[]): FieldProblem[] {
  const [ofLines, ofClient] = [others.filter(isOfLine), others.filter((problem) => !isOfLine(problem))];
  return [...ofClient, ...form.map((problem) => ({ ...problem, path: `${formData}${problem.path}` })), ...ofLines];
}

const isOfLine = ({ path }: FieldProblem) => path.startsWith('/products');

/** What is wrong with a line, by its number in the order. */
export function lineProblems(problems: readonly FieldProblem[], index: number): FieldProblem[] {
  const place = `/products/${index}`;
  return problems.filter(({ path }) => path === place || path.startsWith(`${place}/`));
}
