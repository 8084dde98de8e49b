import type { Form, FormContext } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';

type Json = Record<string, unknown>;

/** A widget as a form author writes it: `meta` may be the label alone. */
export function widget(type: string, key: string, config: Json = {}, meta: Json | string = {}): Json {
  return { type, meta: { key, ...(typeof meta === 'string' ? { label: meta } : meta) }, config };
}

/** A container with one widget per row. */
export function container(widgets: unknown[], config: Json = {}, meta: Json = {}): Json {
  const layout = widgets.map((each) => ({ columns: [{ ratio: 1, widget: each }] }));
  return { type: 'container', meta, config: { ...config, layout } };
}

/** A collection with the given widgets in its rows; empty at first. */
export function collection(key: string, widgets: unknown[], config: Json = {}, meta: Json = {}): Json {
  return widget('collection', key, { minItems: 0, ...config, elements: container(widgets) }, meta);
}

/** A table with a column for each given widget; empty at first. */
export function table(key: string, widgets: unknown[], config: Json = {}, meta: Json = {}): Json {
  return widget('table', key, { minItems: 0, ...config, elements: container(widgets) }, meta);
}

/** A modal with the given widgets in its container. */
export function modal(widgets: unknown[], config: Json = {}, meta: Json = {}): Json {
  return { type: 'modal', meta, config: { ...config, content: container(widgets) } };
}

export function schemaOf(...widgets: unknown[]): Json {
  return { version: 1, root: container(widgets) };
}

export function formOf(...widgets: unknown[]): Form {
  return readForm(schemaOf(...widgets));
}

/** A context with a fixed clock and sequential ids. */
export function testContext(changes: Partial<FormContext> = {}): FormContext {
  let count = 0;
  const idOf = () => {
    count += 1;
    return `row${String(count).padStart(13, '0')}`;
  };
  const now = new Date('2024-06-15T12:00:00Z');
  return { now, zone: 'utc', client: null, user: null, channel: null, order: null, idOf, ...changes };
}
