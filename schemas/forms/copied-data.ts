import { objectIn, openRow, type Row } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormData, Scope, SoundWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import { kinds } from './kinds/kinds.ts';
import { mapPasswords } from './passwords.ts';

/** What of data in normal form a copy takes along: no password, which is known for one order alone. */
export const withoutPasswords = (form: Form, data: FormData): FormData => mapPasswords(form, data, () => '');

/**
 * The data without what only the form itself sets, so that a new order begins with that as any other does. In rows it stays
 * as it is: a row does not begin anew.
 */
export const withoutLocked = (form: Form, data: FormData): FormData =>
  cleared(form, data, (widget, row) => row.parent === null && widget.isLocked && widget.inner === widget.scope);

/** The data without the answers that each order asks for anew: `askAgain` of a field, or of what it stands in (design 6, Copies). */
export const withoutAskedAgain = (form: Form, data: FormData): FormData =>
  cleared(form, data, (widget) => !widget.isLocked && isAskedAgain(widget));

/** A list goes as a whole; of a group what stands in it. */
function isAskedAgain(widget: SoundWidget): boolean {
  if (kinds[widget.type].holds === 'group') return false;
  for (let each: SoundWidget | null = widget; each; each = each.parent) if (each.config.askAgain) return true;
  return false;
}

/**
 * The data of an order for one client as an order for another may begin with them (design 6, Copies): without what was
 * computed from the client, files, texts that the client's record has as well, and what no field of the form shows.
 */
export function withoutClientData(form: Form, data: FormData, client: object | undefined): FormData {
  const computed = computedFromClient(form);
  const own = textsOf(client);
  const kept = cleared(form, data, (widget, row) => {
    if (widget.isLocked) return false;
    if (widget.type === 'file_input' || widget.type === 'multiple_file_input' || computed.has(widget)) return true;
    const value = objectIn(row.data, widget.scope)?.[widget.key];
    return widget.type === 'text_input' && typeof value === 'string' && own.has(comparable(value));
  });
  return onlyOwned(form.scope, kept);
}

/** The fields whose initial value reads the client, or another such field. */
function computedFromClient({ order }: Form): Set<SoundWidget> {
  const computed = new Set<SoundWidget>();
  // Each comes after what it reads.
  for (const { widget, kind, asks, reads } of order)
    if (kind === 'initial' && (asks.includes('client') || reads.some((read) => computed.has(read.widget))))
      computed.add(widget);
  return computed;
}

/** What a client's record says that is nobody else's, to be compared with: its names, addresses and numbers. */
export function textsOf(client: object | undefined): ReadonlySet<string> {
  const record: Record<string, unknown> = { ...client };
  const street = isRecord(record.businessAddress) ? record.businessAddress.street : undefined;
  const texts = [...ownKeys.map((key) => record[key]), street].filter((text) => typeof text === 'string');
  return new Set(texts.map(comparable).filter((text) => text !== ''));
}

const ownKeys = ['name', 'businessOwner', 'businessName', 'email', 'website', 'phoneNumber', 'externalId'] as const;

/** Texts that say the same are equal so. */
export const comparable = (text: string): string => text.trim().toLowerCase();

/** An object with the keys that fields own, and a row's id; the same of what is in it. */
function onlyOwned({ owners }: Scope, object: FormData): FormData {
  const entries = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const owner = owners.get(key);
    if (!owner) return key === '_id' ? [[key, value]] : [];
    if (owner.inner === owner.scope) return [[key, value]];
    const inside = (each: unknown) => (isRecord(each) ? onlyOwned(owner.inner, each) : each);
    return [[key, Array.isArray(value) ? value.map(inside) : inside(value)]];
  });
  return Object.fromEntries(entries);
}

/** The data without the values of some fields. A row does not begin anew as an order does, so that a static initial value is put there. */
function cleared(form: Form, data: FormData, isCleared: (widget: SoundWidget, row: Row) => boolean): FormData {
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  walk(form.root, top, (widget, row) => {
    if (widget.type === 'broken') return false;
    const object = widget.key === '' ? undefined : objectIn(row.data, widget.scope);
    if (!object || !isCleared(widget, row)) return true;
    const { initialValue } = widget.config;
    if (row.parent && initialValue?.static) object[widget.key] = initialValue.value;
    else delete object[widget.key];
    return false;
  });
  return top.data;
}
