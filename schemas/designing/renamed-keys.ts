import type { Form, ValidWidget } from '../forms/form.ts';
import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { keysOf, pointerOf } from '../forms/pointer.ts';
import { widgetAtPath } from '../forms/widget-at-path.ts';
import type { Channel, Form as FormRecord, JsonMap } from '../generated/types.ts';
import { renameMergeFields } from '../mail/merge-fields.ts';

/** Renamed keys: from the old path (keys from the root joined by dots, without rows) to the new key. */
export type RenamedKeys = ReadonlyMap<string, string>;

/** Detects the keys that changed between two versions of a form, by widget id. */
export function detectRenamedKeys(before: Form, after: Form): RenamedKeys {
  const now = new Map(after.widgets.map((widget) => [widget.id, widget]));
  const renamed = new Map<string, string>();
  for (const was of before.widgets) {
    const is = now.get(was.id);
    if (was.type === 'broken' || !is || is.type === 'broken' || was.id === '') continue;
    if (was.key === '' || is.key === '' || was.key === is.key || ownersOf(was) !== ownersOf(is)) continue;
    renamed.set(placeOf([...was.scope.keys, was.key]), is.key);
  }
  return renamed;
}

/** The ids of the ancestors that own an object. If they differ, the widget was moved, not just renamed. */
function ownersOf({ parent }: ValidWidget): string {
  const owners: string[] = [];
  for (let each = parent; each; each = each.parent) if (each.inner !== each.scope || !each.parent) owners.push(each.id);
  return owners.join(' ');
}

const placeOf = (keys: readonly string[]): string => keys.filter((key) => !/^(\*|[0-9]+)$/.test(key)).join('.');

/** Applies renames to a path; rows stay. */
function renamePath(keys: readonly string[], renamed: RenamedKeys): string[] {
  return keys.map((key, index) => renamed.get(placeOf(keys.slice(0, index + 1))) ?? key);
}

/** Applies renames to form data. */
export function renameData(data: JsonMap, renamed: RenamedKeys, around: readonly string[] = []): JsonMap {
  const inside = (value: unknown, at: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((row) => inside(row, at));
    return isRecord(value) ? renameData(value, renamed, at) : value;
  };
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const at = [...around, key];
      return [renamed.get(placeOf(at)) ?? key, inside(value, at)];
    }),
  );
}

/** Applies renames to the table columns of a form. A column whose path is still valid stays. */
export function renameColumns(
  columns: FormRecord['tableColumns'],
  renamed: RenamedKeys,
  after: Form,
): FormRecord['tableColumns'] {
  return columns.map((column) => {
    const keys = column.path.split('.');
    return widgetAtPath(after, keys) ? column : { ...column, path: renamePath(keys, renamed).join('.') };
  });
}

/** Applies renames to the examples of a form: their data and their expectations. */
export function renameExamples(examples: FormRecord['examples'], renamed: RenamedKeys): FormRecord['examples'] {
  return examples.map((example) => ({
    ...example,
    formData: renameData(example.formData, renamed),
    expected: example.expected.map((each) =>
      each.path ? { ...each, path: pointerOf(renamePath(keysOf(each.path), renamed)) } : each,
    ),
  }));
}

/** Everything outside a form that refers to its keys. */
export interface AroundForm extends Pick<FormRecord, 'tableColumns' | 'examples'> {
  readonly channels: readonly Pick<Channel, 'name' | 'onboardingEmail'>[];
}

/** The uses of a key outside the form, in words; shown as a preview before it is renamed. */
export function usesAround({ tableColumns, examples, channels }: AroundForm, place: string): string[] {
  const renamed = new Map([[place, `${place} renamed`]]);
  const columns = tableColumns.filter(({ path }) => renamePath(path.split('.'), renamed).join('.') !== path);
  const samples = examples.filter((each) => !isEqual(renameExamples([each], renamed), [each]));
  const mails = channels.filter(
    ({ onboardingEmail: { config } = {} }) => config && !isEqual(renameMergeFields(config, renamed), config),
  );
  return [
    ...columns.map(({ path }) => `The table column ${path}`),
    ...samples.map(({ name }) => `The example “${name}”`),
    ...mails.map(({ name }) => `The onboarding e-mail of ${name}`),
  ];
}
