import type { Form, FormContext, FormValues, LoadedOptions, SourceOptions } from '#schemas/forms/form.ts';
import { chosenValues, isOptionResource, optionResources, widgetsWithSource } from '#schemas/forms/option-sources.ts';
import type { OptionList } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

/** Who fills in a form, and the earlier answers, which stay valid. */
export interface OptionAccess {
  viewer: Viewer;
  retained: FormValues;
}

/**
 * Loads the options that the answers in form data refer to, for the check of a fill: one query per list and resource.
 * Inactive options, and records that the viewer cannot read, are accepted only where they are an earlier answer; without
 * `access` all answers are earlier ones. Undefined if the form uses no source.
 */
export async function loadOptions(
  form: Form,
  data: FormValues,
  access?: OptionAccess,
): Promise<FormContext['options']> {
  if (widgetsWithSource(form).length === 0) return undefined;
  const chosen = chosenValues(form, data);
  const retained = access ? chosenValues(form, access.retained) : chosen;
  const loaded = await Promise.all(
    [...chosen].map(async ([source, values]): Promise<[string, SourceOptions]> => {
      const earlier = retained.get(source) ?? new Set();
      const options = isOptionResource(source)
        ? await recordsOf(source, { values, earlier, viewer: access?.viewer })
        : await listOptions(source, { values, earlier });
      return [source, { options, isComplete: true }];
    }),
  );
  return Object.fromEntries(loaded) satisfies LoadedOptions;
}

interface Answers {
  values: ReadonlySet<string>;
  earlier: ReadonlySet<string>;
}

/** A list that was deleted, which only an earlier version of a form can still name, accepts the earlier answers. */
async function listOptions(key: string, { values, earlier }: Answers): Promise<SourceOptions['options']> {
  const list = await storeOf('OptionList').findOne({ key });
  const options: OptionList['options'] = list?.options ?? [...values].map((value) => ({ value, inactive: true }));
  return options
    .filter(({ value, inactive }) => values.has(value) && (!inactive || earlier.has(value)))
    .map(({ value, label }) => ({ value, label: label || value }));
}

const idShape = new RegExp(idPattern);

async function recordsOf(
  source: keyof typeof optionResources,
  { values, earlier, viewer }: Answers & { viewer: Viewer | undefined },
): Promise<SourceOptions['options']> {
  const type = optionResources[source];
  const ids = [...values].filter((value) => idShape.test(value));
  const stored: Filter = { _id: { $in: ids.filter((id) => earlier.has(id)) } };
  const readable = viewer && conditionOf(viewer.ability, 'read', type);
  const filter: Filter = readable ? { $and: [{ _id: { $in: ids } }, { $or: [stored, readable] }] } : stored;
  const found = await storeOf(type).find({ filter, only: ['name'] });
  return found.map(({ id, name }) => ({ value: id, label: name }));
}
