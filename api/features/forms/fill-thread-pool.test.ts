import { afterAll, expect, it } from 'vitest';
import { fill } from '#schemas/forms/fill.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { schemaOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { closeFillPool, fillInPool } from './fill-thread-pool.ts';

afterAll(closeFillPool);

const formSchema = schemaOf(
  widget('number_input', 'price', {}, { validationScript: 'if this > 1 { reject "Too dear" }' }),
  widget('date_input', 'day', { readonly: true, initialValue: { value: 'today' } }),
);
const form = { ...readForm(formSchema), key: 'form/version/1', source: JSON.stringify(formSchema) };
const input = { data: { price: '2' }, as: 'sent', before: { day: '2020-01-01' }, isSubmitted: true } as const;

it('returns the same result as in process, also after the threads were closed', async () => {
  const inProcess = JSON.parse(JSON.stringify(fill(form, input, testContext())));
  expect(inProcess.problems).toMatchObject([{ path: '/price', message: 'Too dear' }]);
  expect(await fillInPool(form, input, testContext())).toEqual(inProcess);
  await closeFillPool();
  expect(await fillInPool(form, input, testContext())).toEqual(inProcess);
}, 60_000);

it('rejects tasks with 503 and Retry-After when the queue is full', async () => {
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => fillInPool(form, input, testContext())));
  const rejected = all.filter(({ status }) => status === 'rejected');
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.length).toBeLessThanOrEqual(20);
  for (const each of rejected) expect(each).toMatchObject({ reason: { status: 503, retryAfter: 10 } });
}, 60_000);
