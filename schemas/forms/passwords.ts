import { pathOf } from './filling/places.ts';
import { objectIn, openRow } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormData } from './form.ts';

/**
 * Where in data the values of password widgets stand, as JSON pointers within the form's data: in lists one for each row,
 * hidden ones too, places without a text left out. Never throws, whatever the data are.
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
 * A copy of data in normal form in which each password is what `change` makes of it: how they are encrypted and read again
 * (design 7).
 */
export function mapPasswords(form: Form, data: unknown, change: (text: string, path: string) => string): FormData {
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
 * The keys that lead to each password widget from the whole form, '*' for a list's rows: what lists, CSV, mail, print and
 * views of versions leave out (design 7), also where no data are at hand.
 */
export function passwordKeys(form: Form): string[][] {
  return form.widgets.flatMap(({ type, key, scope }) =>
    type === 'password_input' && key !== '' ? [[...scope.keys, key]] : [],
  );
}
