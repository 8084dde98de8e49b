// Helpers for the tests of imported forms.

import type { JsonMap } from '../../generated/types.ts';
import { type DesignWidget, openDesign, serializeWidget } from '../design.ts';
import { idOf } from '../example-design.ts';
import { keyOf } from '../keys.ts';
import { widgetsIn } from '../tree.ts';
import type { ImportResult } from './imported.ts';

/** The import result, plus its widgets with keys, by key. */
export function importForTest(imported: ImportResult): ImportResult & { fields: Record<string, JsonMap> } {
  const result = openDesign(imported.formSchema, idOf);
  if ('message' in result) throw new Error(`${result.path}: ${result.message}`);
  const keyed = [...widgetsIn(result.design.root)].map(({ widget }) => widget).filter((each) => keyOf(each) !== '');
  return {
    ...imported,
    fields: Object.fromEntries(keyed.map((each: DesignWidget) => [keyOf(each), serializeWidget(each)])),
  };
}
