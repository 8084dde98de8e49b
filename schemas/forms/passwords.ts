import { pathOf } from './filling/places.ts';
import { objectIn, openRow } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormValues } from './form.ts';

/**
 * The JSON pointers of all passwords in form data: one per row in lists, including hidden ones, without empty ones.
 * Never throws, whatever the data are.
 */
export function passwordPaths(form: Form, data: unknown): string[] {
  const paths: string[] = [];
  mapPasswords(form, data, (text, path) => {
    paths.push(path);
    return text;
  });
  return paths;
}

/**
 * Copies normalized data and replaces each password by the result of `change`, for encryption and decryption (design
 * 7).
 */
export function mapPasswords(form: Form, data: unknown, change: (text: string, path: string) => string): FormValues {
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  walk(form.root, top, (widget, row) => {
    const object = widget.type === 'password_input' ? objectIn(row.data, widget.scope) : undefined;
    const text = object && widget.key !== '' ? object[widget.key] : undefined;
    if (object && widget.type !== 'broken' && typeof text === 'string' && text !== '') {
      object[widget.key] = change(text, pathOf(widget, row));
    }
    return true;
  });
  return top.data;
}

/**
 * The keys of each password widget from the root, '*' for rows. Lists, CSV, e-mails, print and version views omit these
 * (design 7), even without data.
 */
export function passwordKeys(form: Form): string[][] {
  return form.widgets.flatMap(({ type, key, scope }) =>
    type === 'password_input' && key !== '' ? [[...scope.keys, key]] : [],
  );
}
