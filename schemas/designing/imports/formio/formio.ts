import { isRecord } from '../../../forms/is-record.ts';
import { widgetKinds } from '../../../forms/kinds/kinds.ts';
import type { JsonMap } from '../../../generated/types.ts';
import {
  addPattern,
  addRule,
  limitCount,
  limitLength,
  limitNumber,
  type SourceElement,
  setInitialValue,
} from '../fields.ts';
import {
  buildForm,
  capacityError,
  type ImportPosition,
  type ImportState,
  openImport,
  openRoot,
  topPosition,
  type WidgetBuilder,
} from '../import-builder.ts';
import type { ImportResult } from '../imported.ts';
import { isUnset, readSource, type Source } from '../source.ts';
import { components } from './components.ts';
import { hasCondition, printConditional } from './conditions.ts';
import { isOnByDefault, isStandard, isWithoutEffect, reasonNotImported } from './unsupported-properties.ts';

/** Whether a JSON object is a Form.io form: it has a list of components. */
export const isFormio = ({ components: all }: JsonMap): boolean => Array.isArray(all);

/**
 * Imports a Form.io form (the JSON of its builder). Reports by path what has no counterpart; its scripts are never
 * executed.
 */
export function fromFormio(form: JsonMap, idOf: () => string): ImportResult {
  const importing = openImport(idOf);
  const source = readSource(form, '', importing);
  const root = openRoot();
  const name = source.words('title', 200);
  const all = source.list('components');
  if (source.take('display') === 'wizard') {
    // The pages of a wizard are its panels.
    if (all.every((each) => isRecord(each) && each.type === 'panel')) root.config.presentation = 'steps';
    else importing.changed.push({ path: '/display', message: 'The pages of the wizard are shown below one another' });
  }
  for (const key of ['name', 'path', 'tags']) source.take(key);
  root.rows = layoutComponents(importing, { all, path: '/components' }, topPosition());
  reportUnread(source, form);
  const formSchema = buildForm(importing, root);
  return { formSchema, about: name ? { name } : {}, ...importing };
}

/** One row per component. */
export function layoutComponents(
  importing: ImportState,
  { all, path }: { all: readonly unknown[]; path: string },
  at: ImportPosition,
): WidgetBuilder['rows'] {
  return all.flatMap((raw, index) => {
    const widget = componentOf(importing, { raw, path: `${path}/${index}` }, at);
    return widget ? [[{ ratio: 1, widget }]] : [];
  });
}

/** Converts one component; null if it cannot be imported, which is reported. */
export function componentOf(
  importing: ImportState,
  { raw, path }: { raw: unknown; path: string },
  at: ImportPosition,
): WidgetBuilder | null {
  if (!isRecord(raw)) {
    importing.notImported.push({ path, message: 'A component must be an object with a type' });
    return null;
  }
  const { type } = raw;
  const full = capacityError(importing, at);
  const convert = typeof type === 'string' && Object.hasOwn(components, type) ? components[type] : undefined;
  if (full !== null || !convert) {
    if (type === 'button' && ['undefined', 'submit', 'reset', 'saveState'].includes(String(raw.action))) {
      // Orders have buttons of their own.
      importing.withoutEffect.push(path);
      return null;
    }
    const typeText = typeof type === 'string' ? type.slice(0, 100) : 'a component without a type';
    const why =
      type === 'button'
        ? "Buttons aren't imported. Orders have their own buttons."
        : `There's no equivalent of ${typeText}`;
    importing.notImported.push({ path, message: full ?? why });
    return null;
  }
  const source = readSource(raw, path, importing);
  source.take('type');
  const name = source.text('key', 200);
  const title = source.words('title');
  const labelText = source.words('label');
  const label = type === 'panel' ? title || labelText : labelText || title;
  const isConditional = isRecord(raw.conditional) && hasCondition(raw.conditional);
  const element = { importing, source, at, name, label, isConditional };
  const made = convert(element);
  followRules(element, made);
  reportUnread(source, raw);
  return made;
}

/** Applies the properties that all components share: description, tooltip, visibility, validation, default value. */
function followRules(element: SourceElement, made: WidgetBuilder): void {
  const { source, importing } = element;
  const { meta, config, type } = made;
  const description = source.words('description', 5_000);
  if (description !== '') meta.description = description;
  const tooltip = source.words('tooltip', 5_000);
  if (tooltip !== '') config.tooltip = { content: tooltip };
  if (source.flag('disabled')) config.disabled = true;
  if (source.flag('hidden')) config.hidden = true;
  const widget = source.take('widget');
  if (isRecord(widget) && pickerLimits.some((key) => !isUnset(widget[key])))
    source.leave('widget', "The limits of its picker aren't imported");
  else if (!isUnset(widget) && !isStandard('widget', widget)) source.summarize('widget');
  followLogic(element, made);
  const conditional = source.take('conditional');
  if (isRecord(conditional)) showWhen(element, made, conditional);
  const isField = widgetKinds[type].holds === 'value';
  if (!isField) return;
  const rules = source.take('validate');
  if (isRecord(rules))
    validate({ ...element, source: readSource(rules, `${source.path}/validate`, importing) }, made, rules);
  // Checkbox groups have read theirs already, because it is an object.
  if (type !== 'checkboxes') setInitialValue(element, made, 'defaultValue');
}

const pickerLimits = ['minDate', 'maxDate', 'disabledDates', 'disableWeekends', 'disableWeekdays', 'disableFunction'];

/** Logic that locks a component or makes it required under a simple condition; other logic is reported. */
function followLogic(element: SourceElement, made: WidgetBuilder): void {
  const { source } = element;
  const logic = source.take('logic');
  const rules = readLogic(logic);
  if (rules === null) source.leave('logic', reasonNotImported('logic'));
  for (const { script, conditional } of rules ?? [])
    addRule(element, made, {
      ...{ script, key: 'logic', toScript: (rule: string) => rule },
      print: (printer) => printConditional(printer, conditional),
    });
}

interface LogicRule {
  readonly script: 'requiredScript' | 'readonlyScript';
  readonly conditional: JsonMap;
}

/** The rules of a component's logic; null if it does more than lock the component or make it required. */
function readLogic(logic: unknown): LogicRule[] | null {
  if (!Array.isArray(logic)) return [];
  const rules = logic.flatMap((each) => {
    const { trigger, actions } = isRecord(each) ? each : {};
    if (!isRecord(trigger) || trigger.type !== 'simple' || !isRecord(trigger.simple) || !Array.isArray(actions))
      return [null];
    const { simple } = trigger;
    return actions.map((action: unknown): LogicRule | null => {
      const property =
        isRecord(action) && action.type === 'property' && isRecord(action.property) ? action.property.value : '';
      const script =
        property === 'disabled' ? 'readonlyScript' : property === 'validate.required' ? 'requiredScript' : null;
      return script && isRecord(action) && String(action.state) === 'true' && hasCondition(simple)
        ? { script, conditional: simple }
        : null;
    });
  });
  const found = rules.filter((each) => each !== null);
  const isSingle = new Set(found.map(({ script }) => script)).size === found.length;
  return found.length === rules.length && isSingle ? found : null;
}

function showWhen(element: SourceElement, made: WidgetBuilder, conditional: JsonMap): void {
  if (isRecord(conditional.json)) element.source.leave('conditional', reasonNotImported('json'));
  else if (hasCondition(conditional))
    addRule(element, made, {
      script: 'conditionalScript',
      key: 'conditional',
      print: (printer) => printConditional(printer, conditional),
      toScript: (rule) => rule,
    });
}

function validate(element: SourceElement, made: WidgetBuilder, raw: JsonMap): void {
  const { source } = element;
  const { config, type } = made;
  if (source.flag('required')) config.required = true;
  const because = source.words('customMessage');
  if (because !== '' && type !== 'text_input') source.leave('customMessage', 'Only texts have messages of their own');
  if (type === 'number_input') limitNumber(made, { min: source.number('min'), max: source.number('max') });
  if (type === 'checkboxes')
    limitCount(element, made, { min: source.number('minSelectedCount'), max: source.number('maxSelectedCount') });
  if (type === 'text_input') {
    limitLength(element, made, { min: source.number('minLength'), max: source.number('maxLength'), because });
    const pattern = source.text('pattern', 1_000);
    const isAdded =
      pattern === '' ||
      addPattern(element, made, { pattern: `^(?:${pattern})$`, because: because || 'This value is not allowed' });
    if (!isAdded) source.leave('pattern', reasonNotImported('pattern'));
  }
  reportUnread(source, raw);
}

/** Ignores the defaults that the builder writes into every component, and reports the other unread properties. */
function reportUnread(source: Source, raw: JsonMap): void {
  for (const [key, value] of Object.entries(raw)) if (isStandard(key, value)) source.take(key);
  source.reportUnread({ reasonOf: reasonNotImported, isWithoutEffect, isOnByDefault });
}
