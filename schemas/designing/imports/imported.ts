import type { JsonMap } from '../../generated/types.ts';
import type { Fault } from './form-faults.ts';
import type { AboutForm } from './form-file.ts';

/** A form that comes from another format. */
export interface Imported {
  readonly formSchema: JsonMap;
  readonly about: AboutForm;
  /** What did not come over, and what came as something else, by its place in what was brought. */
  readonly left: readonly Fault[];
  readonly changed: readonly Fault[];
  /** The elements that came over, by their paths. */
  readonly came: readonly string[];
}
