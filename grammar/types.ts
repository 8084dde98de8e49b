/** The type of a form field, of a helper's input and output, and of an expression in static analysis. */
export type Type =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'duration'
  | 'any'
  | { readonly list: Type }
  | { readonly record: { readonly [key: string]: Type } };

/** The fields that a form passes to its scripts, with their types. */
export interface Schema {
  readonly [key: string]: Type;
}

/** The purpose of a script: rejecting a form's values, deciding whether a widget is shown, or computing a value. */
export type Mode = 'validate' | 'condition' | 'value';
