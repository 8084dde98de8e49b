import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { excessOf } from '../../forms/form-size.ts';
import { readFormAhead } from '../../forms/read-form-ahead.ts';
import { type Design, openDesign } from '../design.ts';

/** What is wrong at a place of a JSON value, by its pointer. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** How many faults are told one by one. */
export const mostFaults = 50;

/** A formSchema that somebody brings, as a design with the scripts that are to be mended; or all that refuses it. */
export type Brought = { design: Design; scripts: Fault[] } | { faults: Fault[] };

/**
 * Opens a formSchema that comes from elsewhere. Unknown types and properties, doubled keys and ids refuse it; a script that
 * does not compile comes along and is told, as it can be mended in the designer.
 */
export function bringForm(formSchema: unknown, idOf: () => string): Brought {
  const excess = excessOf(formSchema);
  if (excess) return { faults: [excess].map(said) };
  const faults = readFormAhead(formSchema).problems.map(said);
  const opened = openDesign(formSchema, idOf);
  if ('message' in opened && !faults.some(({ path }) => path === opened.path)) faults.push(opened);
  if ('message' in opened || faults.length > 0) return { faults };
  return { design: opened.design, scripts: checkFormSchema(formSchema).map(said) };
}

const said = ({ path, message }: Fault): Fault => ({ path, message });
