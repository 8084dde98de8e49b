import { schemas } from '#schemas/generated/registry.ts';
import { computeProperties, recordScripts, validateRules } from '#schemas/resource/record-scripts.ts';
import { now } from '../../../platform/clock/clock.ts';
import { invalidRecord } from '../../../platform/errors/catalogue.ts';
import { type ResourceName, resource } from '../../store/model.ts';

/**
 * Adds the fields that the schema's scripts compute from the resulting record (`x-computed`). Throws
 * DATABASE_VALIDATION_ERROR with the path of each violated rule (`x-rules`).
 */
export function applyScripts<T extends object>(name: ResourceName, changes: T, current: object | null): T {
  const schema = schemas[name];
  const { rules, computed } = recordScripts(schema);
  if (rules.length + computed.length === 0) return changes;
  const time = now();
  const record = { ...defaultsOf(name), ...current, ...changes };
  const computedValues = computeProperties(schema, record, time);
  const problems = validateRules(schema, { ...record, ...computedValues }, { now: time });
  if (problems.length > 0) throw invalidRecord(problems);
  // Null removes a value that the record has had.
  const removal = (field: string) => (current && Reflect.has(current, field) ? null : undefined);
  const entries = Object.entries(computedValues).map(([field, value]) => [field, value ?? removal(field)]);
  return { ...changes, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

/** The defaults that the store would fill in. */
const defaultsOf = (name: ResourceName) =>
  Object.fromEntries(resource(name).fields.map((field) => [field.name, field.property.default]));
