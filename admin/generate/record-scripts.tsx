import { useEffect, useState } from 'react';
import { RecordContextProvider, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useDescribed } from './described.tsx';
import type { FieldProps } from './override.ts';
import { ShownField } from './shown.tsx';

/** The language comes with the first page whose schema has scripts. */
const load = () => import('#schemas/resource/record-scripts.ts');

/** Without it the server alone checks and computes. */
const notLoaded = () => undefined;

/** Tells what the rules of the resource around refuse of a field (x-rules); what only the server can see it tells itself. */
export function useRules(name: string): Validator | undefined {
  const { schema } = useDescribed().resource;
  if (!schema['x-rules']) return undefined;
  const hidden = schema['x-store']?.hidden ?? [];
  const isKnown = (field: string) => !hidden.includes(field) && !schema.properties[field]?.['x-visible-to'];
  return async (_value: unknown, values: Record<string, unknown>) => {
    const scripts = await load().catch(notLoaded);
    if (!scripts) return undefined;
    const { computedOf, refusedBy } = scripts;
    const now = new Date();
    const record = { ...values, ...computedOf(schema, values, now) };
    return refusedBy(schema, record, { now, isKnown }).find(({ path }) => path === `/${name}`)?.message;
  };
}

/** A property that is worked out from the others, as they are now. */
export function ComputedField({ field, source }: FieldProps) {
  const { schema } = useDescribed().resource;
  const values: Record<string, unknown> = useWatch();
  const [record, setRecord] = useState<Record<string, unknown>>(values);
  useEffect(() => {
    let isWanted = true;
    void load().then(({ computedOf }) => {
      if (isWanted) setRecord(computedOf(schema, values, new Date()));
    }, notLoaded);
    return () => {
      isWanted = false;
    };
  }, [schema, values]);
  return (
    <RecordContextProvider value={{ id: '', ...record }}>
      <ShownField field={field} source={source} />
    </RecordContextProvider>
  );
}
