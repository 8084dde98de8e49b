import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { excessOf } from '../../forms/form-size.ts';
import { readFormWithoutScripts } from '../../forms/read-form-without-scripts.ts';
import { type Design, openDesign } from '../design.ts';

/** An error at a JSON pointer. */
export interface ImportError {
  readonly path: string;
  readonly message: string;
}

/** The maximum number of errors that are listed. */
export const maxListedErrors = 50;

/**
 * The result of opening an imported formSchema: a design with the errors of its scripts, or the errors that prevent the
 * import.
 */
export type OpenedImport = { design: Design; scripts: ImportError[] } | { faults: ImportError[] };

/**
 * Opens an imported formSchema. Unknown types and properties and duplicate keys and ids prevent the import. A script
 * that does not compile is imported and reported, because it can be fixed in the designer. `scripts` are their errors, if
 * they are known.
 */
export function openImportedForm(
  formSchema: unknown,
  idOf: () => string,
  scripts?: readonly ImportError[],
): OpenedImport {
  const excess = excessOf(formSchema);
  if (excess) return { faults: [excess].map(pick) };
  const faults = readFormWithoutScripts(formSchema).problems.map(pick);
  const result = openDesign(formSchema, idOf);
  if ('message' in result && !faults.some(({ path }) => path === result.path)) faults.push(result);
  if ('message' in result || faults.length > 0) return { faults };
  return { design: result.design, scripts: (scripts ?? checkFormSchema(formSchema)).map(pick) };
}

const pick = ({ path, message }: ImportError): ImportError => ({ path, message });
