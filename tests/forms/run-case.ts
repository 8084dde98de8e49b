import { calculate, check } from '#schemas/forms/fill.ts';
import { visibleWidgets } from '#schemas/forms/format-errors.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { testContext } from './form-builders.ts';
import type { FormCase } from './form-case.ts';

/** Runs a case and returns the engine's result in the form of the table. */
export function runCase({ formSchema, data, client, zone = 'utc' }: Omit<FormCase, 'name' | 'expected'>) {
  const form = readForm(formSchema);
  const context = testContext({ client: client ?? null, zone });
  const normal = normalise(form, data, context);
  const calculated = calculate(form, normal.data, context);
  const onPage = new Set(
    visibleWidgets(form, calculated, context).map(({ path, widget }) => `${path} ${widget.number}`),
  );
  return {
    data: calculated,
    normalized: normal.normalized.map(({ path }) => path),
    problems: check(form, calculated, context).map(({ path, message }) => `${path} ${message}`),
    hidden: form.widgets.flatMap((widget) => {
      const path = `/${[...widget.scope.keys, widget.key].join('/')}`;
      return widget.key === '' || path.includes('*') || onPage.has(`${path} ${widget.number}`) ? [] : [path];
    }),
  };
}
