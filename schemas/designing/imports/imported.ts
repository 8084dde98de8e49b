import type { JsonMap } from '../../generated/types.ts';
import type { Fault } from './form-faults.ts';
import type { AboutForm } from './form-file.ts';

/** The result of importing a form from another format. */
export interface Imported {
  readonly formSchema: JsonMap;
  readonly about: AboutForm;
  /** What was not imported, and what was changed, by its path in the source. */
  readonly left: readonly Fault[];
  readonly changed: readonly Fault[];
  /** The paths of the imported elements. */
  readonly came: readonly string[];
}
