import { afterAll, expect, it } from 'vitest';
import { fill } from '#schemas/forms/fill.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { contextOf, schemaOf, widget } from '#tests/forms/written.ts';
import { closeThreads, fillElsewhere } from './fill-threads.ts';

afterAll(closeThreads);

const formSchema = schemaOf(
  widget('number_input', 'price', {}, { validationScript: 'if this > 1 { reject "Too dear" }' }),
  widget('date_input', 'day', { readonly: true, initialValue: { value: 'today' } }),
);
const form = { ...readForm(formSchema), key: 'form/version/1', source: JSON.stringify(formSchema) };
const asked = { data: { price: '2' }, as: 'sent', before: { day: '2020-01-01' }, isSubmitted: true } as const;

it('a thread says what the process itself would say, and goes on after it was ended', async () => {
  const here = JSON.parse(JSON.stringify(fill(form, asked, contextOf())));
  expect(here.problems).toMatchObject([{ path: '/price', message: 'Too dear' }]);
  expect(await fillElsewhere(form, asked, contextOf())).toEqual(here);
  await closeThreads();
  expect(await fillElsewhere(form, asked, contextOf())).toEqual(here);
}, 60_000);

it('who comes when too many wait is refused with the time to come back', async () => {
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => fillElsewhere(form, asked, contextOf())));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(20);
  for (const each of refused) expect(each).toMatchObject({ reason: { status: 503, retryAfter: 10 } });
}, 60_000);
