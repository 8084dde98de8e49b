import type { JsonMap } from '../../generated/types.ts';
import type { FormFileMetadata } from './form-file.ts';
import type { ImportError } from './open-imported-form.ts';

/** The result of importing a form from another format. */
export interface ImportResult {
  readonly formSchema: JsonMap;
  readonly about: FormFileMetadata;
  /** What was not imported, and what was changed, by its path in the source. */
  readonly notImported: readonly ImportError[];
  readonly changed: readonly ImportError[];
  /** The paths of the imported elements. */
  readonly imported: readonly string[];
}
