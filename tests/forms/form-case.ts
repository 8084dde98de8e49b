/** A form with data and the exact result that the engine must give in Node and in the browser. */
export interface FormCase {
  name: string;
  formSchema: unknown;
  data: unknown;
  /** The $client that scripts read. */
  client?: Record<string, unknown>;
  zone?: string;
  expected: {
    /** The normalized data, calculated values included. */
    data: unknown;
    /** The paths that normalization changed. */
    normalized?: string[];
    /** Each problem as 'path message'. */
    problems: string[];
    /** The paths of hidden values. */
    hidden?: string[];
  };
}
