import { schemas } from '#schemas/generated/registry.ts';
import { computedOf, recordScripts, refusedBy } from '#schemas/resource/record-scripts.ts';
import { now } from '../../clock/clock.ts';
import { unfit } from '../../errors/catalogue.ts';
import { type ResourceName, resource } from '../../store/model.ts';

/**
 * The changes with what the schema's scripts work out from the record that they make (x-computed). Throws
 * DATABASE_VALIDATION_ERROR for what its rules refuse (x-rules), each at its field.
 */
export function withScripts<T extends object>(name: ResourceName, changes: T, current: object | null): T {
  const schema = schemas[name];
  const { rules, computed } = recordScripts(schema);
  if (rules.length + computed.length === 0) return changes;
  const time = now();
  const record = { ...defaultsOf(name), ...current, ...changes };
  const worked = computedOf(schema, record, time);
  const problems = refusedBy(schema, { ...record, ...worked }, { now: time });
  if (problems.length > 0) throw unfit(problems);
  // A value that the record has had is taken away.
  const absent = (field: string) => (current && Reflect.has(current, field) ? null : undefined);
  const entries = Object.entries(worked).map(([field, value]) => [field, value ?? absent(field)]);
  return { ...changes, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

/** What the store would fill in. */
const defaultsOf = (name: ResourceName) =>
  Object.fromEntries(resource(name).fields.map((field) => [field.name, field.property.default]));
