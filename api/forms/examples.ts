import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import { type ExampleOutcome, type FormExample, withoutPasswords } from '#schemas/publishing/examples.ts';
import { ApiError, invalidRequest, type Problem } from '../errors/catalogue.ts';
import { createBody, type JsonSchema } from '../resource/schemas/body-schema.ts';
import { resource } from '../store/model.ts';
import { examplesElsewhere, onSchema } from './fill-threads.ts';

/** The examples in a body, as those of a form. */
export const examplesBody: { examples: JsonSchema } = {
  examples: Object(createBody(resource('Form')).properties).examples,
};

/** Characters of all examples of a form together: they come with each reading of it. */
const longest = 262_144;

/**
 * The examples that a form or its draft is given, as they are kept: without passwords. Throws REQUEST_SCHEMA_INVALID for two
 * of one id, for what says nothing of its field, and for too much.
 */
export function keptExamples(
  { formSchema, examples = [] }: Partial<Pick<Form, 'formSchema' | 'examples'>>,
  current: Pick<Form, 'formSchema'> | null,
): FormExample[] {
  const problems = examples.flatMap((example, index) => faultsOf(example, index, examples));
  if (JSON.stringify(examples).length > longest)
    problems.push({ path: '/examples', message: `Examples may have at most ${longest} characters together` });
  if (problems.length > 0) throw invalidRequest('body', problems);
  if (examples.length === 0) return [];
  return withoutPasswords(readForm(formSchema ?? current?.formSchema), examples);
}

function faultsOf({ id, expected }: FormExample, index: number, all: readonly FormExample[]): Problem[] {
  const isFirst = all.findIndex((each) => each.id === id) === index;
  const doubled = isFirst ? [] : [{ path: `/examples/${index}/id`, value: id, message: 'Another example has this id' }];
  const nowhere = expected.flatMap(({ kind, path }, at) =>
    kind === 'hidden' && !path
      ? [{ path: `/examples/${index}/expected/${at}/path`, message: 'Missing required field: Field' }]
      : [],
  );
  return [...doubled, ...nowhere];
}

/** What a formSchema makes of examples now, worked out in a thread of its own. Throws APPLICATION_ERROR with 503 as filling does. */
export async function outcomesOf(formSchema: JsonMap, examples: readonly FormExample[]): Promise<ExampleOutcome[]> {
  if (examples.length === 0) return [];
  return await examplesElsewhere(onSchema(formSchema), examples);
}

/** The examples that are not as expected. */
export async function redIn(formSchema: JsonMap, examples: readonly FormExample[]): Promise<ExampleOutcome[]> {
  const outcomes = await outcomesOf(formSchema, examples);
  return outcomes.filter(({ isGreen }) => !isGreen);
}

/** The names of examples that are red where it is published. Throws REQUEST_DENIED where nobody has said why that is done. */
export function confirmed(red: readonly ExampleOutcome[], reason: string = ''): string[] {
  const redExamples = red.map(({ name }) => name);
  if (red.length === 0 || reason.trim() !== '') return redExamples;
  const names = redExamples.map((name) => `“${name}”`).join(', ');
  throw new ApiError('REQUEST_DENIED', {
    reason: `Not as expected: ${names}. Mend the form or its examples, or say in redReason why it is published all the same`,
    details: { examples: red.map(({ id, name, found }) => ({ id, name, found })) },
  });
}
