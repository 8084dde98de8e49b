import { labelledWith, optionsFromOf } from '../../forms/accepted-options.ts';
import type { Form, FormScope, LoadedOptions, ValidWidget } from '../../forms/form.ts';
import { widgetKinds } from '../../forms/kinds/kinds.ts';
import { widgetName } from '../../forms/name-of.ts';
import type { WidgetType } from '../../generated/widgets.ts';
import { builtInFormats } from '../../texts/moments.ts';
import { numberText } from '../../texts/number-text.ts';
import { type FieldDescription, groupText, rowsText, unknownPlace, valueText } from './place.ts';

/**
 * A form's data with the labels of its widgets; a value that no widget owns has its key as label. `sources` are the loaded
 * options of lists and resources.
 */
export function formPlace({ scope }: Pick<Form, 'scope'>, sources: LoadedOptions = {}): FieldDescription {
  return groupOf(scope, { label: '', name: 'the form data' }, sources);
}

function groupOf(
  scope: FormScope,
  names: Pick<FieldDescription, 'label' | 'name'>,
  sources: LoadedOptions,
): FieldDescription {
  const inside = (key: string) => {
    const owner = scope.owners.get(key);
    return owner ? widgetPlace(owner, sources) : unknownPlace(key);
  };
  return { ...names, holds: 'group', inside, text: groupText(inside) };
}

function widgetPlace(widget: ValidWidget, sources: LoadedOptions): FieldDescription {
  const label = widgetName(widget);
  const names = { label, name: `“${label}”` };
  const { holds } = widgetKinds[widget.type];
  if (holds === 'group') return groupOf(widget.inner, names, sources);
  if (holds === 'rows') {
    const row = groupOf(widget.inner, { label: '', name: `a row of ${names.name}` }, sources);
    return { ...names, holds, inside: () => row, text: rowsText(row) };
  }
  const isSecret = widget.type === 'password_input';
  const source = sources[optionsFromOf(widget)];
  const labelled = source ? labelledWith(widget, source.options) : widget;
  return { ...names, holds: 'value', isSecret, inside: unknownPlace, text: (value) => widgetText(labelled, value) };
}

/** Formats a widget's value for people, '–' if it is empty. */
export const widgetText = (widget: ValidWidget, value: unknown): string => texts[widget.type](value, widget);

type Text = (value: unknown, widget: ValidWidget) => string;

const plain: Text = (value) => valueText(value);

/** Formats options by their labels. */
const optionText: Text = (value, { config }) => {
  const options = 'options' in config ? config.options : [];
  const labelOf = (each: unknown) => options.find((option) => option.value === each)?.label || each;
  return valueText(Array.isArray(value) ? value.map(labelOf) : labelOf(value));
};

const formatDate = (value: unknown, format: string): string =>
  typeof value === 'string' && value !== '' ? (builtInFormats[format]?.(value) ?? value) : valueText(value);

/** The formatter of each widget type. A new type does not compile until it has a row here. */
const texts: { readonly [T in WidgetType]: Text } = {
  text_input: plain,
  number_input: (value, { type, config }) =>
    typeof value === 'number' && type === 'number_input' ? numberText(value, config) : valueText(value),
  date_input: (value, { config }) => {
    if (!('includeDay' in config)) return valueText(value);
    const own = config.includeTime ? 'M/d/yy h:mm a' : 'M/d/yy';
    return formatDate(value, config.format ?? (config.includeDay ? own : 'MMMM yyyy'));
  },
  time_input: (value, { config }) => formatDate(value, 'format' in config ? (config.format ?? '') : ''),
  // A diff may show that a password changed, but not its value (design 7).
  password_input: (value) => (value === undefined || value === '' ? '–' : '••••••••'),
  tags_input: plain,
  file_input: plain,
  multiple_file_input: plain,
  select: optionText,
  radio: optionText,
  multiple_select: optionText,
  checkbox: plain,
  checkboxes: optionText,
  container: plain,
  collection: plain,
  table: plain,
  modal: plain,
  banner: plain,
  markdown: plain,
};
