import type { ErrorObject } from 'ajv';
import { isMultipleOf } from '#grammar/decimal/decimal.ts';
import { isEqual } from '../forms/is-equal.ts';
import type { JsonMap } from '../generated/types.ts';
import type { SchemaProblem } from '../texts/schema-messages.ts';
import { lineFormats } from './line-formats.ts';
import { lineProblems } from './line-problems.ts';
import type { linearPattern } from './linear-pattern.ts';
import { type FaultsOf, readTypedLine } from './typed-line.ts';
import { hasUniqueItems } from './unique-items.ts';

/** A function that ajv has written: answers whether a value fits, and keeps why not. */
export interface CompiledCheck {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** The module that GET /api/products/{id}/validator answers. */
export interface LineValidatorModule {
  default: (runtime: LineRuntime) => Record<string, CompiledCheck>;
  /** Whether its schema has regular expressions, for which `linearPattern` has to be loaded. */
  usesPatterns: boolean;
}

/** What the code of such a module refers to by name. */
export interface LineRuntime {
  require: (name: string) => { default: unknown };
  lineFormats: typeof lineFormats;
  hasUniqueItems: typeof hasUniqueItems;
  isMultipleOf: typeof isMultipleOf;
  linearPattern: typeof linearPattern | undefined;
}

/** The names in `LineRuntime`, as the module's function takes them. */
export const runtimeNames = [
  'require',
  'lineFormats',
  'hasUniqueItems',
  'isMultipleOf',
  'linearPattern',
] as const satisfies (keyof LineRuntime)[];

/** The modules of ajv that its code asks for, as far as the schemas of products lead to them. */
const ajvRuntime: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': isEqual,
  'ajv/dist/runtime/ucs2length': (text: string) => Array.from(text).length,
};

/** What precompiled validators run with. `pattern` is given where a schema has regular expressions. */
export const lineRuntime = (pattern: typeof linearPattern | undefined): LineRuntime => ({
  require: (name) => ({ default: ajvRuntime[name] }),
  lineFormats,
  hasUniqueItems,
  isMultipleOf,
  linearPattern: pattern,
});

/**
 * The problems that the server would answer for a line's data as they are typed: they are read as a save reads them, then
 * checked. `faultsOf` is the precompiled validator of the product's schema.
 */
export function typedLineProblems(
  schema: JsonMap,
  data: JsonMap,
  { faultsOf, today }: { faultsOf: FaultsOf; today: string },
): SchemaProblem[] {
  const read = readTypedLine(schema, data, { faultsOf, today }).data;
  return lineProblems(schema, faultsOf(read) ?? [], read);
}
