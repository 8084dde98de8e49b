import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { patternError } from '#schemas/products/linear-pattern.ts';
import { resolveRef } from '#schemas/products/visit-line.ts';
import type { Problem } from '../../platform/errors/catalogue.ts';

/** Limits of a line schema. `schemas` counts the target of a `$ref` each time it is referenced. */
const limits = { schemas: 500, depth: 40, choices: 1_000 } as const;

/** The cost of a schema: how many schemas a value is validated against, and its problems. */
export interface SchemaCost {
  schemas: number;
  faults: Problem[];
  /** The schema exceeds a limit, which is then its only problem. */
  isTooMuch: boolean;
}

interface Walk extends Omit<SchemaCost, 'isTooMuch'> {
  root: unknown;
  /** Why the traversal was aborted. */
  excess: string | null;
}

interface Position {
  schema: unknown;
  path: string;
  depth: number;
  /** The `$ref`s followed to get here. */
  through: string[];
}

/**
 * Measures a product's schema without compiling it, to reject everything that would make compiling or validating
 * explode.
 */
export function schemaCost(root: unknown): SchemaCost {
  const walk: Walk = { root, schemas: 0, faults: [], excess: null };
  visit(walk, { schema: root, path: '', depth: 0, through: [] });
  const { schemas, faults, excess } = walk;
  const isTooMuch = excess !== null;
  return { schemas, isTooMuch, faults: isTooMuch ? [{ path: '', message: excess }] : faults };
}

/** Keywords that contain other schemas: a single one, a list, or a map by name. */
const below = {
  one: ['additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'items'],
  list: ['allOf', 'anyOf', 'oneOf', 'items'],
  named: ['properties', 'patternProperties', 'dependencies', 'dependentSchemas'],
} as const;

/** Keywords that ajv would follow or execute and that the cost does not cover; they are rejected. */
export const forbiddenKeywords = [
  '$id',
  'id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$async',
  '$data',
] as const;

function visit(walk: Walk, place: Position): void {
  const { schema, path, depth } = place;
  if (!isRecord(schema) || walk.excess !== null) return;
  walk.schemas += 1;
  if (walk.schemas > limits.schemas) walk.excess = `At most ${limits.schemas} schemas, including those of each $ref`;
  if (depth > limits.depth) walk.excess = `At most ${limits.depth} levels of schemas`;
  const reject = (key: string, message: string) => walk.faults.push({ path: `${path}/${key}`, message });
  for (const key of forbiddenKeywords)
    if (Object.hasOwn(schema, key)) reject(key, 'Not supported in the schema of a line');
  for (const fault of faultsOf(schema)) reject(fault.path, fault.message);
  for (const [key, inner] of subschemasOf(schema))
    visit(walk, { ...place, schema: inner, path: path + key, depth: depth + 1 });
  follow(walk, place, schema.$ref);
}

/** Problems in a schema's own keywords. */
function faultsOf(schema: Record<string, unknown>): Problem[] {
  const { pattern, patternProperties } = schema;
  const patterns = [
    ...(typeof pattern === 'string' ? [['pattern', pattern] as const] : []),
    ...(isRecord(patternProperties) ? Object.keys(patternProperties) : []).map(
      (each) => [`patternProperties${pointerOf([each])}`, each] as const,
    ),
  ];
  const tooMany = Array.isArray(schema.enum) && schema.enum.length > limits.choices;
  return [
    ...patterns.flatMap(([path, each]) => {
      const message = patternError(each);
      return message ? [{ path, value: each, message }] : [];
    }),
    ...(tooMany ? [{ path: 'enum', message: `At most ${limits.choices} values` }] : []),
  ];
}

/** The direct subschemas of a schema, by JSON pointer. */
export function subschemasOf(schema: Record<string, unknown>): [string, unknown][] {
  const inNamed = (key: string, value: unknown) =>
    isRecord(value)
      ? Object.entries(value).map(([name, each]): [string, unknown] => [`/${key}${pointerOf([name])}`, each])
      : [];
  const inList = (key: string, value: unknown) =>
    Array.isArray(value) ? value.map((each: unknown, index): [string, unknown] => [`/${key}/${index}`, each]) : [];
  return [
    ...below.one.map((key): [string, unknown] => [`/${key}`, schema[key]]),
    ...below.list.flatMap((key) => inList(key, schema[key])),
    ...below.named.flatMap((key) => inNamed(key, schema[key])),
  ];
}

function follow(walk: Walk, { path, depth, through }: Position, reference: unknown): void {
  if (reference === undefined) return;
  const reject = (message: string) => walk.faults.push({ path: `${path}/$ref`, value: reference, message });
  if (typeof reference !== 'string' || !reference.startsWith('#/'))
    return void reject('Must refer to a part of this schema, such as #/definitions/size');
  if (through.includes(reference)) return void reject('A schema must not refer to itself');
  const found = resolveRef(walk.root, reference);
  if (found === undefined) return void reject('There is no such part in this schema');
  visit(walk, { schema: found, path: `${path}/$ref`, depth: depth + 1, through: [...through, reference] });
}

/**
 * The number of variants that @rjsf generates when it takes both branches of each condition and every alternative of
 * each dependency, at the most expensive place: 20 conditions side by side make a million. Call it only for a schema
 * within the cost limits.
 */
export function countBranches(root: unknown): number {
  let maxBranches = 1;
  const count = (schema: unknown): number => {
    if (!isRecord(schema)) return 1;
    const { allOf, then, else: otherwise, dependencies, $ref } = schema;
    const conditions = schema.if === undefined ? [] : [sumOf([then, otherwise].filter(isRecord), count)];
    const dependent = isRecord(dependencies) ? Object.values(dependencies).filter(isRecord) : [];
    const factors = [
      ...(Array.isArray(allOf) ? allOf.map(count) : []),
      ...conditions,
      ...dependent.map((each) => (Array.isArray(each.oneOf) ? sumOf(each.oneOf, count) : count(each))),
      ...(typeof $ref === 'string' ? [count(resolveRef(root, $ref))] : []),
    ];
    return factors.reduce((product, factor) => product * Math.max(1, factor), 1);
  };
  const visitAll = (schema: unknown): void => {
    if (!isRecord(schema)) return;
    maxBranches = Math.max(maxBranches, count(schema));
    for (const [, inner] of subschemasOf(schema)) visitAll(inner);
    if (typeof schema.$ref === 'string') visitAll(resolveRef(root, schema.$ref));
  };
  visitAll(root);
  return maxBranches;
}

const sumOf = <T>(all: readonly T[], count: (each: T) => number): number =>
  all.reduce((sum, each) => sum + count(each), 0);
