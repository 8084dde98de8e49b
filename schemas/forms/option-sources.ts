import { optionsFromOf } from './accepted-options.ts';
import { storedValue } from './filling/places.ts';
import { openRow } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { AnyWidget, Form, ValidWidget } from './form.ts';

/** The resources whose records can be options (`config.optionsFrom`), by their paths. Other names are keys of option lists. */
export const optionResources = {
  clients: 'Client',
  products: 'Product',
  channels: 'Channel',
  guilds: 'Guild',
} as const;

/** Options are searched on the server if a source has more than this. */
export const maxLoadedOptions = 200;

/** Whether the options of a field come from a resource rather than from an option list. */
export const isOptionResource = (source: string): source is keyof typeof optionResources =>
  Object.hasOwn(optionResources, source);

/** The widgets of a form whose options come from a list or a resource. */
export const widgetsWithSource = ({ widgets }: Pick<Form, 'widgets'>): ValidWidget[] =>
  widgets.filter((widget): widget is ValidWidget => isValid(widget) && optionsFromOf(widget) !== '');

const isValid = (widget: AnyWidget): widget is ValidWidget => widget.type !== 'broken';

/** The values in form data that come from each source, also of hidden fields. Never throws, whatever the data are. */
export function chosenValues(form: Form, data: unknown): Map<string, Set<string>> {
  const chosen = new Map<string, Set<string>>();
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  walk(form.root, top, (widget, row) => {
    const source = isValid(widget) ? optionsFromOf(widget) : '';
    if (source === '' || !isValid(widget)) return true;
    const value = storedValue(widget, row);
    const values = chosen.get(source) ?? new Set();
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each === 'string') values.add(each);
    chosen.set(source, values);
    return true;
  });
  return chosen;
}
