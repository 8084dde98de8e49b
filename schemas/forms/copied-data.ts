import { objectIn, openRow } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormData } from './form.ts';
import { mapPasswords } from './passwords.ts';

/** What of data in normal form a copy takes along: no password, which is known for one order alone. */
export const withoutPasswords = (form: Form, data: FormData): FormData => mapPasswords(form, data, () => '');

/**
 * The data without what only the form itself sets, so that a new order begins with that as any other does. In rows it stays
 * as it is: a row does not begin anew.
 */
export function withoutLocked(form: Form, data: FormData): FormData {
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  walk(form.root, top, (widget, row) => {
    if (widget.type === 'broken' || row !== top) return false;
    const object = objectIn(row.data, widget.scope);
    if (widget.isLocked && widget.key !== '' && widget.inner === widget.scope && object) delete object[widget.key];
    return true;
  });
  return top.data;
}
