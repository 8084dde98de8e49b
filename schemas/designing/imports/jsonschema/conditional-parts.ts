import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import { addRule, type PrintRule } from '../fields.ts';
import type { ImportPosition, WidgetBuilder } from '../import-builder.ts';
import type { NamedField } from '../names.ts';
import {
  fieldNamed,
  numberIn,
  printEmpty,
  printTestOfValues,
  type RulePrinter,
  refuse,
  scriptPathOf,
  textIn,
} from '../rule.ts';
import { readSource, type Source } from '../source.ts';
import { type ObjectSchema, partsOf, type Reading, reportUnreadKeywords } from './json-schema.ts';
import type { Property } from './properties.ts';

/**
 * The properties that an object schema has under a condition: of `if`, `then`, `else`, also within `allOf`, and of
 * `dependencies`.
 */
export function conditionalParts(reading: Reading, { raw, source }: ObjectSchema): Property[] {
  const parts = [...partsOfIf(reading, raw, source), ...partsOfDependencies(reading, source)];
  const all = Array.isArray(raw.allOf) ? source.list('allOf') : [];
  for (const [index, each] of all.entries()) {
    if (!isRecord(each)) continue;
    const own = readSource(each, `${source.path}/allOf/${index}`, reading.importing);
    parts.push(...partsOf(own, 'properties').map((part): Property => ({ ...part, shown: null })));
    parts.push(...partsOfIf(reading, each, own));
    reportUnreadKeywords(own);
  }
  return parts;
}

function partsOfIf(reading: Reading, raw: JsonMap, source: Source): Property[] {
  const condition = raw.if;
  if (!isRecord(condition)) return [];
  source.take('if');
  return (['then', 'else'] as const).flatMap((key) => {
    const branch = source.take(key);
    if (!isRecord(branch)) return [];
    const own = readSource(branch, `${source.path}/${key}`, reading.importing);
    const print: PrintRule = (printer) => {
      const rule = printMatch(printer, condition);
      return key === 'then' ? rule : `(not ${rule})`;
    };
    return shownParts(reading, own, { print });
  });
}

/** The properties of a branch, shown by its condition, which also requires others. Its other keywords are listed. */
function shownParts(
  { requirements }: Reading,
  own: Source,
  { print, without = '' }: { print: PrintRule; without?: string },
): Property[] {
  const required = own.list('required').map(String);
  const properties = partsOf(own, 'properties').filter(({ name }) => name !== without);
  const missing = required.filter((name) => name !== without && !properties.some((each) => each.name === name));
  requirements.push(...missing.map((name) => ({ name, key: 'required', source: own, print })));
  reportUnreadKeywords(own);
  return properties.map((part) => ({
    ...part,
    isRequired: required.includes(part.name),
    shown: { key: 'properties', source: own, print },
  }));
}

function partsOfDependencies(reading: Reading, source: Source): Property[] {
  const all = ['dependencies', 'dependentSchemas'].flatMap((key) => {
    const value = source.take(key);
    return isRecord(value)
      ? Object.entries(value).map(([name, raw]) => ({ name, raw, path: `${source.path}/${key}/${name}` }))
      : [];
  });
  return all.flatMap(({ name, raw, path }) => {
    if (!isRecord(raw)) return [];
    const own = readSource(raw, path, reading.importing);
    const branches = own.list('oneOf');
    const parts = branches.flatMap((branch, index) => {
      if (!isRecord(branch)) return [];
      const inner = readSource(branch, `${path}/oneOf/${index}`, reading.importing);
      const properties = isRecord(branch.properties) ? branch.properties : {};
      // The branch applies if its own property has a value that it allows.
      const condition = { properties: { [name]: properties[name] }, required: [name] };
      return shownParts(reading, inner, { print: (printer) => printMatch(printer, condition), without: name });
    });
    return [...parts, ...shownParts(reading, own, { print: (printer) => printAnswered(printer, name) })];
  });
}

function printAnswered(printer: RulePrinter, name: string): string {
  const field = fieldNamed(printer, name);
  if (!field) return 'nothing';
  // No is an answer, too.
  return field.holds === 'boolean' ? `(${scriptPathOf(field)} != nothing)` : `(not ${printEmpty(field)})`;
}

/** Requires properties under a condition: those of a branch, and those that depend on the answer of another one. */
export function followRequirements(
  { importing, requirements }: Reading,
  { raw, source }: ObjectSchema,
  { at, rows }: { at: ImportPosition; rows: readonly { widget: WidgetBuilder }[][] },
): void {
  source.take('dependentRequired');
  for (const keyword of ['dependencies', 'dependentRequired']) {
    const all = raw[keyword];
    if (!isRecord(all)) continue;
    const own = readSource(all, `${source.path}/${keyword}`, importing);
    for (const [key, names] of Object.entries(all))
      for (const name of Array.isArray(names) ? names.map(String) : [])
        requirements.push({ name, key, source: own, print: (printer) => printAnswered(printer, key) });
  }
  for (const { name, key, source: own, print } of requirements) {
    const made = rows.flat().find(({ widget }) => widget.meta.key === name)?.widget;
    if (!made) own.leave(key, `${name.slice(0, 100)} wasn't imported as a field`);
    else if (made.config.required !== true) {
      // No is an answer, too.
      if (made.type === 'checkbox') made.config.presentation = 'yes_no';
      addRule({ importing, source: own, at, name, label: name }, made, {
        ...{ script: 'requiredScript', key, print, toScript: (rule) => rule },
      });
    }
  }
}

/** Prints whether the answers match a schema of constants, such as `{properties: {kind: {const: 'a'}}}`. */
function printMatch(printer: RulePrinter, condition: JsonMap): string {
  const { properties, required = [], ...others } = condition;
  if (!isRecord(properties) || Object.keys(others).length > 0 || !Array.isArray(required))
    return refuse(printer, 'it is more than a comparison of properties with constants');
  const all = Object.entries(properties).map(([name, schema]) => {
    const values = isRecord(schema) ? valuesOf(schema) : null;
    const field = fieldNamed(printer, name);
    if (!values) return refuse(printer, 'it is more than a comparison of properties with constants');
    return field ? printOneOf(printer, field, { values, isTrueIfEmpty: !required.includes(name) }) : 'nothing';
  });
  const answered = required.map(String).filter((name) => !Object.hasOwn(properties, name));
  const sides = [...all, ...answered.map((name) => printAnswered(printer, name))];
  const [only = 'true', second] = sides;
  return second === undefined ? only : `(${sides.join(' and ')})`;
}

function valuesOf({ const: constant, enum: all, ...others }: JsonMap): unknown[] | null {
  if (Object.keys(others).some((key) => key !== 'type' && key !== 'title')) return null;
  if (constant !== undefined) return [constant];
  return Array.isArray(all) ? all : null;
}

/** A property that is absent matches, unless it is required. */
function printOneOf(
  printer: RulePrinter,
  field: NamedField,
  { values, isTrueIfEmpty }: { values: readonly unknown[]; isTrueIfEmpty: boolean },
): string {
  const isAmong = (value: unknown) => values.some((each) => String(each) === String(value));
  const known = printTestOfValues(field, (value) => (value === undefined ? isTrueIfEmpty : isAmong(value)));
  if (known !== null) return known;
  if (field.holds === 'list') return isTrueIfEmpty ? printEmpty(field) : refuse(printer, 'it compares a list');
  if (field.holds !== 'text' && field.holds !== 'number') return refuse(printer, 'it compares a value of another type');
  const tests = values.map((value) => {
    if (field.holds === 'number' && typeof value === 'number')
      return `(${scriptPathOf(field)} == ${numberIn(printer, value)})`;
    if (field.holds === 'text' && typeof value === 'string') return `(${scriptPathOf(field)} == ${textIn(value)})`;
    return 'false';
  });
  const sides = [...(isTrueIfEmpty ? [printEmpty(field)] : []), ...tests];
  return sides.length === 1 ? sides.join() : `(${sides.join(' or ')})`;
}
