import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { formFieldSource, typedKindOf } from '#portal/forms/typed/fieldKind.ts';
import type { TypedField, TypedKind } from '#portal/forms/typed/typedField.ts';
import { createTypedInput, type TypedSource } from '#portal/forms/typed/typedInput.ts';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import { collection, formOf, table, testContext, widget } from './form-builders.ts';

/** The kind of input: a number or a kind of date. */
export interface MatrixField {
  input: 'number' | 'money' | 'day' | 'month' | 'moment' | 'time';
  precision?: number;
}

/** A field without a browser: the user's actions on it, and its state. */
export interface OpenField {
  /** The text of the control after each change; typing a key changes it to this text. */
  type(text: string): void;
  leave(): void;
  /** Simulates the response of a save, with the values as the server stores them. */
  save(): void;
  shown(): string;
  stored(): unknown;
  /** The field's messages about the stored value. */
  messages(): string | undefined;
}

/** A place where typed values are parsed. */
export interface TypedPlace {
  name: string;
  open(field: MatrixField): OpenField;
  /** The inputs of its fields, for places whose fields have no precision; all by default. */
  inputs?: readonly MatrixField['input'][];
  /** The stored value in this place's format; the form's by default. */
  storedAs?(value: unknown, input: MatrixField['input']): unknown;
}

const today = () => '2026-11-25';

/** The form widget for a field of the matrix. */
function widgetOf({ input, precision }: MatrixField) {
  const decimals = precision === undefined ? {} : { precision };
  if (input === 'number') return widget('number_input', 'it', decimals);
  if (input === 'money') return widget('number_input', 'it', { ...decimals, money: 'shown' });
  if (input === 'time') return widget('time_input', 'it');
  return widget('date_input', 'it', { includeTime: input === 'moment', includeDay: input !== 'month' });
}

/** A text control driven through the hook that the components use. */
export function openControl(kind: TypedKind, source: TypedSource) {
  let shownText = '';
  const paint = (field: TypedField) => {
    shownText = field.text;
  };
  let typed = createTypedInput({ kind, source, paint });
  typed.dispatch({ type: 'focus' });
  return {
    type: (text: string) => typed.dispatch({ type: 'input', text }),
    leave: () => typed.dispatch({ type: 'blur' }),
    shown: () => shownText,
    /** Re-renders the page: the control is the same, but the form's field is a new object. */
    renew: (next: TypedSource) => {
      typed.stop();
      typed = createTypedInput({ kind, source: next, paint, earlier: typed.now() });
    },
  };
}

/** A place within a form: the parent of the widget and its path in the data. */
function inForm(name: string, path: string, around: (field: unknown) => unknown): TypedPlace {
  const open = (field: MatrixField): OpenField => {
    const form = formOf(around(widgetOf(field)), widget('text_input', 'saves'));
    const context = testContext();
    const store = createFormStore({ form, values: normalise(form, {}, context).data, context });
    const at = () => {
      const found = locateWidget(store.rootRow(), path);
      if (!found) throw new Error(`The form has no field ${path}`);
      return found;
    };
    const source = () => formFieldSource(store, at().widget, at().row);
    const kind = typedKindOf(at().widget, { context: () => context, today });
    if (!kind) throw new Error(`Nothing is typed into a field of ${field.input}`);
    const { renew, ...control } = openControl(kind, source());
    const save = () => {
      const { data } = normalise(form, store.values(), context);
      // Another value in the form, so that the store reopens the data.
      store.replace({ ...data, saves: `${data.saves}.` });
      renew(source());
    };
    const messages = () => store.cell(at().widget, at().row).notice?.message;
    return { ...control, save, stored: () => store.value(at().widget, at().row), messages };
  };
  return { name, open };
}

/** To cover a new place, add a row here or in `typed-places-outside-forms.ts`: the matrix runs each of its cases in every place. */
export const typedPlaces: readonly TypedPlace[] = [
  inForm('form', '/it', (field) => field),
  inForm('table cell', '/rows/0/it', (field) => table('rows', [field], { minItems: 1 })),
  inForm('collection row', '/rows/0/it', (field) => collection('rows', [field], { minItems: 1 })),
];
