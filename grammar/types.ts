/** The type of a form's key, of a helper's value in and out, and what the analysis knows of an expression. */
export type Type =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'duration'
  | 'any'
  | { readonly list: Type }
  | { readonly record: { readonly [key: string]: Type } };

/** The keys that a form gives to its scripts. */
export interface Schema {
  readonly [key: string]: Type;
}
