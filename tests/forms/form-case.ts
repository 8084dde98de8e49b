/** One form with data, and what the engine must say of it: in Node and in the browser alike, to the letter. */
export interface FormCase {
  name: string;
  formSchema: unknown;
  data: unknown;
  /** What scripts read as $client. */
  client?: Record<string, unknown>;
  zone?: string;
  expected: {
    /** The data in normal form, calculated values included. */
    data: unknown;
    /** What normalisation changed, as its paths. */
    normalized?: string[];
    /** Each problem as 'path message'. */
    problems: string[];
    /** The paths of values that are hidden. */
    hidden?: string[];
  };
}
