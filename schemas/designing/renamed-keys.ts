import type { Form, SoundWidget } from '../forms/form.ts';
import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { keysOf, pointerOf } from '../forms/pointer.ts';
import { valueAt } from '../forms/value-at.ts';
import type { Channel, Form as FormRecord, JsonMap } from '../generated/types.ts';
import { renamedMessage } from '../mail/renamed-message.ts';

/** What keys are called now, by the places they had: keys from the whole form, joined by dots, without rows. */
export type RenamedKeys = ReadonlyMap<string, string>;

/** The keys that widgets of a form have changed from one version of it to another; a widget is the same by its id. */
export function renamedKeys(before: Form, after: Form): RenamedKeys {
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

/** The ids of those whose objects a widget's value lies in: what has moved elsewhere is not merely called otherwise. */
function ownersOf({ parent }: SoundWidget): string {
  const owners: string[] = [];
  for (let each = parent; each; each = each.parent) if (each.inner !== each.scope || !each.parent) owners.push(each.id);
  return owners.join(' ');
}

const placeOf = (keys: readonly string[]): string => keys.filter((key) => !/^(\*|[0-9]+)$/.test(key)).join('.');

/** The same path by the keys as they are called now; rows in it stay. */
export function renamedPath(keys: readonly string[], renamed: RenamedKeys): string[] {
  return keys.map((key, index) => renamed.get(placeOf(keys.slice(0, index + 1))) ?? key);
}

/** The same data by the keys as they are called now. */
export function renamedData(data: JsonMap, renamed: RenamedKeys, around: readonly string[] = []): JsonMap {
  const inside = (value: unknown, at: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((row) => inside(row, at));
    return isRecord(value) ? renamedData(value, renamed, at) : value;
  };
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const at = [...around, key];
      return [renamed.get(placeOf(at)) ?? key, inside(value, at)];
    }),
  );
}

/** The table columns by the keys as they are called now; one that leads to a value already stays. */
export function renamedColumns(
  columns: FormRecord['tableColumns'],
  renamed: RenamedKeys,
  after: Form,
): FormRecord['tableColumns'] {
  return columns.map((column) => {
    const keys = column.path.split('.');
    return valueAt(after, keys) ? column : { ...column, path: renamedPath(keys, renamed).join('.') };
  });
}

/** The examples by the keys as they are called now: what is filled in, and what is expected where. */
export function renamedExamples(examples: FormRecord['examples'], renamed: RenamedKeys): FormRecord['examples'] {
  return examples.map((example) => ({
    ...example,
    formData: renamedData(example.formData, renamed),
    expected: example.expected.map((each) =>
      each.path ? { ...each, path: pointerOf(renamedPath(keysOf(each.path), renamed)) } : each,
    ),
  }));
}

/** What names the keys of a form outside of it. */
export interface AroundForm extends Pick<FormRecord, 'tableColumns' | 'examples'> {
  readonly channels: readonly Pick<Channel, 'name' | 'onboardingEmail'>[];
}

/** What names a key from outside the form, each in words: what is shown before it is renamed. */
export function usesAround({ tableColumns, examples, channels }: AroundForm, place: string): string[] {
  const renamed = new Map([[place, `${place} renamed`]]);
  const columns = tableColumns.filter(({ path }) => renamedPath(path.split('.'), renamed).join('.') !== path);
  const samples = examples.filter((each) => !isEqual(renamedExamples([each], renamed), [each]));
  const mails = channels.filter(
    ({ onboardingEmail: { config } = {} }) => config && !isEqual(renamedMessage(config, renamed), config),
  );
  return [
    ...columns.map(({ path }) => `The table column ${path}`),
    ...samples.map(({ name }) => `The example “${name}”`),
    ...mails.map(({ name }) => `The onboarding e-mail of ${name}`),
  ];
}
