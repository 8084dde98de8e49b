import { objectIn, openRow, type Row } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormScope, FormValues, ValidWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { mapPasswords } from './passwords.ts';

/** Clears passwords in a copy: a password belongs to one order only. */
export const clearPasswords = (form: Form, data: FormValues): FormValues => mapPasswords(form, data, () => '');

/**
 * Removes values that only the form itself sets, so that a new order computes them again. In rows they stay, because
 * existing rows get no initial values.
 */
export const withoutLocked = (form: Form, data: FormValues): FormValues =>
  removeValues(form, data, (widget, row) => row.parent === null && widget.isLocked && widget.inner === widget.scope);

/**
 * Removes the answers that each order asks for again: fields with `askAgain`, or inside a widget with it (design 6,
 * Copies).
 */
export const withoutRepeatedAnswers = (form: Form, data: FormValues): FormValues =>
  removeValues(form, data, (widget) => !widget.isLocked && needsNewAnswer(widget));

/** A list is removed as a whole, a group by its contents. */
function needsNewAnswer(widget: ValidWidget): boolean {
  if (widgetKinds[widget.type].holds === 'group') return false;
  for (let each: ValidWidget | null = widget; each; each = each.parent) if (each.config.askAgain) return true;
  return false;
}

/**
 * Prepares a copy of an order's data for another client (design 6, Copies): removes values computed from the client,
 * files, texts that also occur in the client's record, and values without a form field (personal data must not leak to
 * another client).
 */
export function withoutClientData(form: Form, data: FormValues, client: object | undefined): FormValues {
  const computed = computedFromClient(form);
  const own = textsOf(client);
  const remaining = removeValues(form, data, (widget, row) => {
    if (widget.isLocked) return false;
    if (widget.type === 'file_input' || widget.type === 'multiple_file_input' || computed.has(widget)) return true;
    const value = objectIn(row.data, widget.scope)?.[widget.key];
    return widget.type === 'text_input' && typeof value === 'string' && own.has(normalizeForComparison(value));
  });
  return onlyOwned(form.scope, remaining);
}

/** The fields whose initial value reads the client, directly or through another such field. */
function computedFromClient({ order }: Form): Set<ValidWidget> {
  const computed = new Set<ValidWidget>();
  // `order` is a dependency order.
  for (const { widget, kind, contextVariables, reads } of order)
    if (kind === 'initial' && (contextVariables.includes('client') || reads.some((read) => computed.has(read.widget))))
      computed.add(widget);
  return computed;
}

/** The texts in a client's record that identify it, normalized for comparison: names, addresses, numbers. */
export function textsOf(client: object | undefined): ReadonlySet<string> {
  const record: Record<string, unknown> = { ...client };
  const street = isRecord(record.businessAddress) ? record.businessAddress.street : undefined;
  const texts = [...ownKeys.map((key) => record[key]), street].filter((text) => typeof text === 'string');
  return new Set(texts.map(normalizeForComparison).filter((text) => text !== ''));
}

const ownKeys = ['name', 'businessOwner', 'businessName', 'email', 'website', 'phoneNumber', 'externalId'] as const;

/** Normalizes a text for comparison. */
export const normalizeForComparison = (text: string): string => text.trim().toLowerCase();

/** Removes the keys that no field owns, recursively; a row keeps its id. */
function onlyOwned({ owners }: FormScope, object: FormValues): FormValues {
  const entries = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const owner = owners.get(key);
    if (!owner) return key === '_id' ? [[key, value]] : [];
    if (owner.inner === owner.scope) return [[key, value]];
    const inside = (each: unknown) => (isRecord(each) ? onlyOwned(owner.inner, each) : each);
    return [[key, Array.isArray(value) ? value.map(inside) : inside(value)]];
  });
  return Object.fromEntries(entries);
}

/**
 * Removes the values of the selected fields. In a row, a static initial value is set instead, because existing rows get
 * no initial values later.
 */
function removeValues(form: Form, data: FormValues, isCleared: (widget: ValidWidget, row: Row) => boolean): FormValues {
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
