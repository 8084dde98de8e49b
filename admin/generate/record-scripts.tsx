import { useEffect, useState } from 'react';
import { RecordContextProvider, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { FieldProps } from './override.ts';
import { ReadOnlyField } from './read-only.tsx';
import { useResourceScreen } from './resource-screen.tsx';

/** Lazy: loads the rules language only for schemas with scripts. */
const load = () => import('#schemas/resource/record-scripts.ts');

/** If loading fails, the server still validates and computes. */
const ignoreFailure = () => undefined;

/**
 * Returns a validator for a field by the resource's rules (x-rules); undefined without rules. Rules that read hidden or
 * restricted fields are left to the server.
 */
export function useRules(name: string): Validator | undefined {
  const { schema } = useResourceScreen().resource;
  if (!schema['x-rules']) return undefined;
  const hidden = schema['x-store']?.hidden ?? [];
  const isKnown = (field: string) => !hidden.includes(field) && !schema.properties[field]?.['x-visible-to'];
  return async (_value: unknown, values: Record<string, unknown>) => {
    const scripts = await load().catch(ignoreFailure);
    if (!scripts) return undefined;
    const { computeProperties, validateRules } = scripts;
    const now = new Date();
    const record = { ...values, ...computeProperties(schema, values, now) };
    return validateRules(schema, record, { now, isKnown }).find(({ path }) => path === `/${name}`)?.message;
  };
}

/** A computed property, recalculated from the form's current values. */
export function ComputedField({ field, source }: FieldProps) {
  const { schema } = useResourceScreen().resource;
  const values: Record<string, unknown> = useWatch();
  const [record, setRecord] = useState<Record<string, unknown>>(values);
  useEffect(() => {
    let isMounted = true;
    void load().then(({ computeProperties }) => {
      if (isMounted) setRecord(computeProperties(schema, values, new Date()));
    }, ignoreFailure);
    return () => {
      isMounted = false;
    };
  }, [schema, values]);
  return (
    <RecordContextProvider value={{ id: '', ...record }}>
      <ReadOnlyField field={field} source={source} />
    </RecordContextProvider>
  );
}
