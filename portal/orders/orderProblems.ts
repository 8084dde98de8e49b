import type { FieldProblem } from '../api/ApiError.ts';

const inForm = '/formData';

/** The problems of the form's data, by pointers into the data. */
export function formProblems(problems: readonly FieldProblem[]): { path: string; value: unknown; message: string }[] {
  return problems
    .filter(({ path }) => path.startsWith(inForm))
    .map(({ path, value, message }) => ({ path: path.slice(inForm.length), value, message }));
}

/** The problems beside the form: of the client as it is chosen now, and of the lines as they were saved. */
export function otherProblems(problems: readonly FieldProblem[], hasClient: boolean): FieldProblem[] {
  const ofLines = problems.filter(({ path }) => path.startsWith('/products'));
  return hasClient ? ofLines : [{ path: '/client', message: 'Missing required field: Client' }, ...ofLines];
}

/** What is wrong with a line, by its number in the order. */
export function lineProblems(problems: readonly FieldProblem[], index: number): FieldProblem[] {
  const place = `/products/${index}`;
  return problems.filter(({ path }) => path === place || path.startsWith(`${place}/`));
}
