import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineFormSchema } from '#schemas/products/line-form-schema.ts';
import { type LineValidatorModule, lineRuntime, typedLineProblems } from '#schemas/products/line-runtime.ts';
import type { DataProblem } from './errorSchema.ts';
import { fits } from './fits.ts';
import type { LineFormContext } from './lineFormContext.ts';

export type FormValidator = ValidatorType<JsonMap, RJSFSchema, LineFormContext>;

/** Checks the data of lines by the schema of their product, as the server does. */
export interface LineValidator {
  /** What @rjsf asks which of several alternatives a value is. */
  form: FormValidator;
  /** What a save would say is wrong with the data, by paths into them; `today` is a day such as 2026-11-25. */
  problemsOf: (data: JsonMap, today: string) => readonly DataProblem[];
}

/** Where no precompiled validator is: the schema is not saved yet, or the module did not come. The server says what is wrong. */
export const uncheckedForm: FormValidator = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: (schema, data, root) => fits(schema, data, root),
};

/** Makes a validator of the module that GET /api/products/{id}/validator answers for the schema. */
export async function lineValidator(
  { default: make, usesPatterns }: LineValidatorModule,
  schema: JsonMap,
): Promise<LineValidator> {
  // RE2 is 260 KB, and most products have no expression.
  const patterns = usesPatterns ? await import('#schemas/products/linear-pattern.ts') : undefined;
  const root = rjsfSchema(schema);
  const form = createPrecompiledValidator<JsonMap, RJSFSchema, LineFormContext>(
    make(lineRuntime(patterns?.linearPattern)),
    root,
  );
  const faultsOf = (data: JsonMap) => form.rawValidation(root, data).errors ?? [];
  return {
    form: { ...uncheckedForm, isValid: (part, data, whole) => isPartValid(form, part, data, whole) },
    problemsOf: rememberingLast((data, today) => typedLineProblems(schema, data, { faultsOf, today })),
  };
}

/** The schema that the form of a line is made of. */
export const rjsfSchema = (schema: JsonMap): RJSFSchema =>
  Object.assign<RJSFSchema, JsonMap>({}, lineFormSchema(schema));

/** @rjsf now and then asks about a part that its own compiler did not expect, and throws then. */
function isPartValid(form: FormValidator, part: RJSFSchema, data: JsonMap | undefined, root: RJSFSchema): boolean {
  try {
    return form.isValid(part, data, root);
  } catch {
    // Which alternative is shown is no reason to lose the form.
    return fits(part, data, root);
  }
}

/** Lines are asked about with each painting of the page, and mostly nothing was typed in them since. */
function rememberingLast(check: LineValidator['problemsOf']): LineValidator['problemsOf'] {
  const known = new WeakMap<JsonMap, { today: string; problems: readonly DataProblem[] }>();
  return (data, today) => {
    const last = known.get(data);
    if (last?.today === today) return last.problems;
    const problems = check(data, today);
    known.set(data, { today, problems });
    return problems;
  };
}
