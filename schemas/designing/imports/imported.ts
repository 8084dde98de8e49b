import type { JsonMap } from '../../generated/types.ts';
import { type DesignWidget, openDesign, serializeWidget } from '../design.ts';
import { idOf } from '../example-design.ts';
import { keyOf } from '../keys.ts';
import { widgetsIn } from '../tree.ts';
import type { FormFileMetadata } from './form-file.ts';
import type { ImportedWidget } from './import-builder.ts';
import type { ImportError } from './open-imported-form.ts';

/** The result of importing a form from another format. */
export interface ImportResult {
  readonly formSchema: JsonMap;
  readonly about: FormFileMetadata;
  /** The errors of the form's scripts. */
  readonly scripts: readonly ImportError[];
  /** What was not imported, and what was changed, by its path in the source. */
  readonly notImported: readonly ImportError[];
  readonly changed: readonly ImportError[];
  /** The paths of the properties that change neither questions, answers nor validity. */
  readonly withoutEffect: readonly string[];
  /** The names that are no keys here, with their keys. */
  readonly renamed: readonly { readonly name: string; readonly key: string }[];
  /** The paths of the imported elements. */
  readonly imported: readonly string[];
  /** The widgets by their path in the source. */
  readonly widgets: ReadonlyMap<string, ImportedWidget>;
}

// Helpers for the tests of imported forms.

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
