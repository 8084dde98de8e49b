import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import { type ExampleOutcome, type FormExample, maskExamplePasswords } from '#schemas/publishing/examples.ts';
import { createBody, type JsonSchema } from '../../engine/resource/schemas/body-schema.ts';
import { resource } from '../../engine/store/model.ts';
import { ApiError, invalidRequest, type Problem } from '../../platform/errors/catalogue.ts';
import { formTaskOf, runExamplesInPool } from './fill-thread-pool.ts';

/** Body schema of a form's examples. */
export const examplesBody: { examples: JsonSchema } = {
  examples: Object(createBody(resource('Form')).properties).examples,
};

/** Maximum total length of a form's examples in characters, because every read of the form includes them. */
const maxLength = 262_144;

/**
 * Returns the examples to store, without passwords. Throws REQUEST_SCHEMA_INVALID for duplicate ids, expectations
 * without a field, and excessive size.
 */
export function prepareExamples(
  { formSchema, examples = [] }: Partial<Pick<Form, 'formSchema' | 'examples'>>,
  current: Pick<Form, 'formSchema'> | null,
): FormExample[] {
  const problems = examples.flatMap((example, index) => faultsOf(example, index, examples));
  if (JSON.stringify(examples).length > maxLength)
    problems.push({ path: '/examples', message: `Examples must not exceed ${maxLength} characters in total` });
  if (problems.length > 0) throw invalidRequest('body', problems);
  if (examples.length === 0) return [];
  return maskExamplePasswords(readForm(formSchema ?? current?.formSchema), examples);
}

function faultsOf({ id, expected }: FormExample, index: number, all: readonly FormExample[]): Problem[] {
  const isFirst = all.findIndex((each) => each.id === id) === index;
  const repeats = isFirst ? [] : [{ path: `/examples/${index}/id`, value: id, message: 'Another example has this id' }];
  const withoutPath = expected.flatMap(({ kind, path }, at) =>
    kind === 'hidden' && !path
      ? [{ path: `/examples/${index}/expected/${at}/path`, message: 'Missing required field: Field' }]
      : [],
  );
  return [...repeats, ...withoutPath];
}

/**
 * Runs a formSchema on examples in a worker thread and returns the outcomes. Throws APPLICATION_ERROR (503) if too many
 * tasks are waiting.
 */
export async function outcomesOf(formSchema: JsonMap, examples: readonly FormExample[]): Promise<ExampleOutcome[]> {
  if (examples.length === 0) return [];
  return await runExamplesInPool(formTaskOf(formSchema), examples);
}

/** Returns the failing ("red") examples. */
export async function failingExamples(
  formSchema: JsonMap,
  examples: readonly FormExample[],
): Promise<ExampleOutcome[]> {
  const outcomes = await outcomesOf(formSchema, examples);
  return outcomes.filter(({ isPassing }) => !isPassing);
}

/**
 * Returns the names of failing examples to record on publishing. Throws REQUEST_DENIED if there are some but no reason
 * is given.
 */
export function confirmFailing(red: readonly ExampleOutcome[], reason: string = ''): string[] {
  const redExamples = red.map(({ name }) => name);
  if (red.length === 0 || reason.trim() !== '') return redExamples;
  const names = redExamples.map((name) => `“${name}”`).join(', ');
  throw new ApiError('REQUEST_DENIED', {
    reason: `Failing examples: ${names}. Fix the form or its examples, or publish anyway with a reason: “Publish…” asks for it (redReason in the API)`,
    details: { examples: red.map(({ id, name, failures }) => ({ id, name, found: failures })) },
  });
}
